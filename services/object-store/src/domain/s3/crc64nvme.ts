/** The polynomial of CRC-64/NVME, bit-reversed. */
const polynomial = 0x9a_6c_93_29_ac_4b_c9_b5n

/** The upper and the lower halves of the step for each byte, as signed integers: these are fast, and `BigInt` is slow. */
const steps = () => {
  const [high, low] = [new Int32Array(256), new Int32Array(256)]
  for (let index = 0; index < 256; index += 1) {
    let value = BigInt(index)
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n
    high[index] = Number(BigInt.asIntN(32, value >> 32n))
    low[index] = Number(BigInt.asIntN(32, value))
  }
  return { high, low }
}

/** An incremental CRC-64/NVME, which Amazon's command line sends by default. */
export const crc64nvme = () => {
  const table = steps()
  let sum = { high: -1, low: -1 }
  return {
    update: (bytes: Uint8Array): void => {
      let { high, low } = sum
      for (const byte of bytes) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (table.low[index] ?? 0)
        high = (high >>> 8) ^ (table.high[index] ?? 0)
      }
      sum = { high, low }
    },
    base64: (): string => {
      const value = Buffer.alloc(8)
      value.writeInt32BE(~sum.high)
      value.writeInt32BE(~sum.low, 4)
      return value.toString('base64')
    },
  }
}
