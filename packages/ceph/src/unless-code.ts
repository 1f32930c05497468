import { isFault } from '@nimbo/kernel/errors'

/** Whether one of Ceph's programs ended by one of these numbers. */
export const endedBy = (error: unknown, ...codes: readonly number[]): boolean =>
  isFault(error, 'CephFailed') && codes.includes(Number(error.details.code))

/** Carries on where a program ended by one of these numbers, for they say that all is as wanted. */
export const unlessCode = async (work: Promise<unknown>, ...codes: readonly number[]): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!endedBy(error, ...codes)) throw error
  }
}
