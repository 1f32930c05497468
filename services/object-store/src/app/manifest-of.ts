import { textOf } from '@nimbo/http/message'
import type { StoredObject } from '../db/objects.ts'
import { type KeptSegment, parseManifest } from '../domain/manifest.ts'
import type { SwiftApp } from './app.ts'

/** The manifest of a static large object. */
export const manifestOf = async (app: SwiftApp, { blob }: StoredObject): Promise<readonly KeptSegment[]> =>
  parseManifest(blob === null ? '[]' : await textOf(await app.bytes.read(blob)))
