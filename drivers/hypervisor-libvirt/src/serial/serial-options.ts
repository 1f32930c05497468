/** How guests serve their serial ports to `nova-serialproxy`. */
export interface SerialOptions {
  /** The address on which guests listen and under which console proxies reach them. */
  readonly address: string
  /** The TCP ports that guests may use, the last one included. */
  readonly ports: { readonly first: number; readonly last: number }
}

/** The serial ports that one guest serves. */
export interface ServedSerialPorts {
  readonly address: string
  /** The TCP port of each serial port, in their order. */
  readonly ports: readonly number[]
}
