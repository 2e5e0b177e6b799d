declare module 'socket.io-client-2' {
  const io: unknown;
  export default io;
}
