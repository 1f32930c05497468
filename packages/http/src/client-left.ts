import { defineErrors, type Fault, fault, isFault } from '@nimbo/kernel/errors'

const errors = defineErrors({
  ClientLeft: fault('badRequest', 'The client left before all of its request had come.'),
})

/** The error for readers of a body whose sender disconnected. It is no failure of the cloud, and nobody receives the reply. */
export const clientLeft = (cause: unknown): Fault => errors.ClientLeft({}, { cause })

export const isClientLeft = (error: unknown): boolean => isFault(error, 'ClientLeft')
