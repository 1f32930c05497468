const symmetric = ['aes', 'des', '3des', 'hmacsha1', 'hmacsha256', 'hmacsha384', 'hmacsha512']
const symmetricBits = [64, 128, 192, 256]
const asymmetricBits = [1024, 2048, 4096]

export interface KeyForm {
  readonly algorithm?: string | undefined
  readonly bit_length?: number | undefined
  readonly mode?: string | undefined
}

/** Whether a key of that form can be generated; XTS takes two keys in one. */
export const canGenerate = ({ algorithm = '', bit_length = 0, mode }: KeyForm): boolean =>
  symmetric.includes(algorithm.toLowerCase()) &&
  symmetricBits.includes(bit_length / (mode?.toLowerCase() === 'xts' ? 2 : 1))

/** Whether a pair of keys of that form can be; DSA, which nothing takes any more, cannot. */
export const canGeneratePair = ({ algorithm = '', bit_length = 0 }: KeyForm): boolean =>
  algorithm.toLowerCase() === 'rsa' && asymmetricBits.includes(bit_length)
