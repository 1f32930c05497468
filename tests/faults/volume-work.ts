import type { Loose } from '@nimbo/testing/loose'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import type { FaultCloud } from './fault-cloud.ts'
import type { Setup } from './setup.ts'
import type { Kind } from './volume-things.ts'

/** What the request of a work is about. */
export interface Asked {
  readonly volumeId: string
  /** What `before` returned. */
  readonly other: string
  /** The name of the thing that it makes. */
  readonly name: string
  readonly setup: Setup
}

/** An operation on volumes, during which a process is killed. */
export interface VolumeWork {
  readonly fault: string
  /** Spans of the operation, at which its process dies. */
  readonly places: readonly SpanPlace[]
  /** The kind of the thing that it makes, with the given name; absent where it changes the volume itself. */
  readonly makes?: Kind
  /** Makes another thing that the request needs: returns its id, or whatever else the request names it by. */
  readonly before?: (admin: Client, volumeId: string) => Promise<string>
  ask(admin: Client, of: Asked, headers: Record<string, string>): Promise<Answer<Loose>>
  /** Whether a request without effect is repeated, since what `before` made would be left over otherwise. */
  readonly insists?: true
  /** Whether the volume shows that the operation was carried out, where it changes the volume. */
  readonly done?: (volume: Loose, other: string) => boolean
  /** The content of the volume then, where it is not the old content. */
  readonly gives?: (admin: Client, other: string) => Promise<Uint8Array>
  /** Fails unless what it made in other services is whole, or absent if it was not accepted; deletes it where nothing else does. */
  readonly elsewhere?: (admin: Client, name: string, accepted: boolean) => Promise<void>
  /** Reads the first bytes of a volume as a guest sees them, where they differ from the bytes as stored. */
  readonly seen?: (cloud: FaultCloud, volumeId: string) => Promise<Uint8Array>
  /** Fails if anything but files and use of quotas is left when all is deleted. */
  readonly left?: (cloud: FaultCloud) => Promise<void>
}
