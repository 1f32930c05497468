import { boundedBody } from '../bounded-body.ts'
import { type Filter, withParts } from '../message.ts'

/** Refuses bodies over `most` bytes: at once by their declared length, otherwise while they are read. */
export const sizelimit =
  (most: number): Filter =>
  (next) =>
  async (request) => {
    request.state.bodyLimit = most
    const body = boundedBody(request, most)
    return next(body === request.body ? request : withParts(request, { body }))
  }
