const mark = Buffer.from('~Module signature appended~\n', 'latin1')
/** Twelve bytes before the marker; the last four are the length of the signature before them. */
const infoSize = 12

/**
 * Strips the signature from a kernel module. Verifying it would take the emulated CPU longer than all other work of inserting it,
 * and the archive is trusted as a whole.
 */
export const withoutSignature = (module: Buffer): Buffer => {
  const markAt = module.length - mark.length
  if (markAt < infoSize || !module.subarray(markAt).equals(mark)) return module
  const signatureSize = module.readUInt32BE(markAt - 4)
  const end = markAt - infoSize - signatureSize
  if (end <= 0) throw new Error(`a signature of ${signatureSize} bytes is longer than its module`)
  return module.subarray(0, end)
}
