import type { Client } from '@nimbo/testkit/client'
import { makeImage } from '@nimbo/testkit/make-image'
import { toBeFilled } from './busy-guest.ts'

const bytes = 1_048_576

/** Makes an image whose volumes a busy guest fills with noise. */
export const makeFillImage = (person: Client): Promise<string> =>
  makeImage(person, { data: Buffer.from(toBeFilled.padEnd(bytes, '\0')) })
