import type { Loose } from '@nimbo/testing/loose'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'
import type { Kind } from './volume-things.ts'

/** What a work is asked of. */
export interface Asked {
  readonly volumeId: string
  /** What was made before. */
  readonly other: string
  /** The name of what it makes. */
  readonly name: string
  readonly setup: Setup
}

/** Something that is asked of volumes, of which a process may die. */
export interface VolumeWork {
  readonly fault: string
  /** Spans of the work, in which its process dies. */
  readonly places: readonly SpanPlace[]
  /** What there is after it: a thing of the name it is given, unless it is the volume itself that changes. */
  readonly makes?: Kind
  /** What it is asked of besides a volume: gives its id, or what else it is known by. */
  readonly before?: (admin: Client, volumeId: string) => Promise<string>
  ask(admin: Client, of: Asked, headers: Record<string, string>): Promise<Answer<Loose>>
  /** Whether it is asked again where nothing came of it, since what was made before would be left. */
  readonly insists?: true
  /** What is seen of the volume when it is done, where it is the volume that changes. */
  readonly done?: (volume: Loose, other: string) => boolean
  /** What the volume holds then, where that is not what it held. */
  readonly gives?: (admin: Client, other: string) => Promise<Uint8Array>
  /** Fails unless what it makes elsewhere is whole, or not there where it was not accepted; takes it away where nobody else does. */
  readonly elsewhere?: (admin: Client, name: string, accepted: boolean) => Promise<void>
  /** How the beginning of what a guest sees of a volume is read, where it is not what lies on the disk. */
  readonly seen?: (cloud: FaultCloud, volumeId: string) => Promise<Uint8Array>
  /** Fails if something else is left than files and quotas when all is deleted. */
  readonly left?: (cloud: FaultCloud) => Promise<void>
}
