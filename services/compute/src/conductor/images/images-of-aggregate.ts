import type { ImageToCache } from '@nimbo/contracts/compute-rpc/image-to-cache'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'

/** Images that the hosts of an aggregate are to cache. */
export interface ImagesOfAggregate {
  readonly aggregate: Omit<Aggregate, 'createdAt' | 'updatedAt'>
  readonly images: readonly ImageToCache[]
}
