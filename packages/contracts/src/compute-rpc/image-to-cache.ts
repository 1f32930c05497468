import { type Static, Type } from 'typebox'

/** An image that hosts should cache before a server needs it. */
export const imageToCache = Type.Object({
  id: Type.String(),
  diskFormat: Type.Union([Type.String(), Type.Null()]),
  hashAlgo: Type.Union([Type.String(), Type.Null()]),
  hashValue: Type.Union([Type.String(), Type.Null()]),
})
export type ImageToCache = Static<typeof imageToCache>
