import type { ServerId } from '@nimbo/kernel/ids'

/** The address on which a console of a guest listens. */
export interface ConsoleAddress {
  readonly host: string
  readonly port: number
  /** The TLS port; only SPICE consoles have one. */
  readonly tlsPort?: number
}

export interface ServesConsoles {
  /** The end of the serial log, at most `maxBytes`. */
  consoleOutput(id: ServerId, maxBytes: number): Promise<string>
  /** The address of the VNC server on this host; undefined when the server has none. */
  vncConsole(id: ServerId): Promise<ConsoleAddress | undefined>
  /** The address of the serial port; undefined when the server has none. Left out by drivers without serial ports. */
  serialConsole?(id: ServerId): Promise<ConsoleAddress | undefined>
  /** The address of the SPICE server; undefined when the server has none. Left out by drivers without SPICE. */
  spiceConsole?(id: ServerId): Promise<ConsoleAddress | undefined>
}
