import { defineErrors, type Fault, fault, isFault } from '@nimbo/kernel/errors'

const errors = defineErrors({
  ClientLeft: fault('badRequest', 'The client left before all of its request had come.'),
})

/** What whoever reads a body is told when its sender is gone: no failure of the cloud, and nobody reads the reply. */
export const clientLeft = (cause: unknown): Fault => errors.ClientLeft({}, { cause })

export const isClientLeft = (error: unknown): boolean => isFault(error, 'ClientLeft')
