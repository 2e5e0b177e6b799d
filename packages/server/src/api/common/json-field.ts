/** The value of a form field that holds JSON. Other text is returned as it is, for the next rule to refuse. */
export function parsedField(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
