/** Returns whether a host name of a URL means the computer that opens it: a phone that opened it would reach itself. */
export const isLocal = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
