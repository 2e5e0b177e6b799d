/** The value of a form field that holds JSON. Text that isn't JSON stands for itself, and breaks whatever rule comes next. */
export function parsedField(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
