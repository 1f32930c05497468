import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The usage of a project on a host. */
export interface HostUsage {
  readonly project: string
  readonly volumes: number
  readonly volumeGb: number
  readonly snapshots: number
  readonly snapshotGb: number
}

/** The usage by project of a host with all its back ends (`host`), or of one of them (`host@backend`). */
export const usageOfHost = async (db: Db, host: string): Promise<readonly HostUsage[]> => {
  const isHere = sql<boolean>`(volumes.host = ${host}
    or substr(volumes.host, 1, ${host.length + 1}) in (${`${host}@`}, ${`${host}#`}))`
  const volumes = await db
    .selectFrom('volumes')
    .select(({ fn }) => ['project_id', fn.countAll().as('count'), fn.sum('size').as('gigabytes')])
    .where(isHere)
    .groupBy('project_id')
    .orderBy('project_id')
    .execute()
  const snapshots = await db
    .selectFrom('snapshots')
    .innerJoin('volumes', 'volumes.id', 'snapshots.volume_id')
    .select(({ fn }) => [
      'volumes.project_id',
      fn.countAll().as('count'),
      fn.sum('snapshots.size').as('gigabytes'),
    ])
    .where(isHere)
    .groupBy('volumes.project_id')
    .execute()
  const taken = new Map(snapshots.map((row) => [row.project_id, row]))
  return volumes.map(({ project_id, count, gigabytes }) => ({
    project: project_id,
    volumes: Number(count),
    volumeGb: Number(gigabytes ?? 0),
    snapshots: Number(taken.get(project_id)?.count ?? 0),
    snapshotGb: Number(taken.get(project_id)?.gigabytes ?? 0),
  }))
}
