const protocols = 256

/** Protocols may be told by their number. */
export const protocolNumbers: readonly string[] = Array.from({ length: protocols }, (_, number) =>
  String(number),
)
