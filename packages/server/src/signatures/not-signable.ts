/** The reason why documents can't be signed: the error of their run. */
export class NotSignable extends Error {}
