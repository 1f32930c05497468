const symmetric = ['aes', 'des', '3des', 'hmacsha1', 'hmacsha256', 'hmacsha384', 'hmacsha512']
const symmetricBits = [64, 128, 192, 256]
const asymmetricBits = [1024, 2048, 4096]

export interface KeyForm {
  readonly algorithm?: string | undefined
  readonly bit_length?: number | undefined
  readonly mode?: string | undefined
}

/** Whether a key of this algorithm and length can be generated; XTS uses two keys in one. */
export const canGenerate = ({ algorithm = '', bit_length = 0, mode }: KeyForm): boolean =>
  symmetric.includes(algorithm.toLowerCase()) &&
  symmetricBits.includes(bit_length / (mode?.toLowerCase() === 'xts' ? 2 : 1))

/** Whether such a key pair can be generated; DSA, which is obsolete, cannot. */
export const canGeneratePair = ({ algorithm = '', bit_length = 0 }: KeyForm): boolean =>
  algorithm.toLowerCase() === 'rsa' && asymmetricBits.includes(bit_length)
