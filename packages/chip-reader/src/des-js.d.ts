/** des.js has no types of its own. */
declare module 'des.js' {
  interface Cipher {
    update(data: ArrayLike<number>): number[];
    final(): number[];
  }
  interface Options {
    type: 'encrypt' | 'decrypt';
    key: ArrayLike<number>;
    iv?: ArrayLike<number>;
    padding?: boolean;
  }
  interface Algorithm {
    create(options: Options): Cipher;
  }
  const des: { DES: Algorithm; EDE: Algorithm; CBC: { instantiate(base: Algorithm): Algorithm } };
  export default des;
}
