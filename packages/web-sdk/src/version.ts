/** Version of the package; a test holds it equal to `package.json`. */
export const version = '0.3.0';
