const mark = Buffer.from('~Module signature appended~\n', 'latin1')
/** Twelve bytes before the mark; the last four say how long the signature before them is. */
const infoSize = 12

/**
 * A kernel module without the signature at its end. Checking one takes the guest's emulated processor longer than all else
 * about inserting it, and the archive they come in is trusted as a whole.
 */
export const withoutSignature = (module: Buffer): Buffer => {
  const markAt = module.length - mark.length
  if (markAt < infoSize || !module.subarray(markAt).equals(mark)) return module
  const signatureSize = module.readUInt32BE(markAt - 4)
  const end = markAt - infoSize - signatureSize
  if (end <= 0) throw new Error(`a signature of ${signatureSize} bytes is longer than its module`)
  return module.subarray(0, end)
}
