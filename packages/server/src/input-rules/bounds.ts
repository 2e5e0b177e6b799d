/**
 * Maximum length of values, in characters (Unicode code points), or maximum number of entries of a list. Every value from outside
 * is held to one of these. Bounds without a source are our own: far more than any honest value needs.
 */
export const bounds = {
  /** first_name, last_name; a single letter is a name. */
  name: 255,
  /** RFC 5321, section 4.5.3.1.3: 256 with its angle brackets. */
  email: 254,
  /** Each part of an address. */
  addressPart: 255,
  /** Residences that v1 and v2 take. */
  addresses: 50,
  /** Contract 5.2. */
  ukStreet: 32,
  /** 15 digits (E.164) and what people write between them. */
  phoneNumber: 32,
  idNumberValue: 255,
  idNumbers: 50,
  consents: 50,
  /** IPv6 with an IPv4 tail, RFC 4291. */
  ipAddress: 45,
  /** Published for workflow runs: at most 30 tags of 1 to 128 characters. */
  tag: 128,
  tags: 30,
  /** Bundle id of a mobile app. */
  applicationId: 255,
  /** Length that browsers and proxies are sure to carry. */
  url: 2048,
} as const;
