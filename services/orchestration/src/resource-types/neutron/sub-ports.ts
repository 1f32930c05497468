import { isDeepStrictEqual } from 'node:util'
import { addSubports, getSubports, removeSubports, type SubPortRequest } from '@nimbo/contracts/network/trunk'
import type { Clients } from '../../resource-type/clients.ts'
import { listedUnder } from '../field-of.ts'

interface Given {
  readonly port: string
  readonly segmentation_type: string
  readonly segmentation_id: number
}

export const subPortOf = ({ port, ...segment }: Given): SubPortRequest => ({ port_id: port, ...segment })

/** Replaces the sub-ports of a trunk by exactly these. */
export const replaceSubPorts = async (
  { network }: Clients,
  trunk_id: string,
  wanted: readonly SubPortRequest[],
): Promise<void> => {
  const path = { trunk_id }
  const { sub_ports } = await network.call(getSubports, { path })
  const standing = listedUnder({ sub_ports }, 'sub_ports')
  const isIn = (all: readonly object[], one: object) => all.some((other) => isDeepStrictEqual(other, one))
  const gone = standing.filter((one) => !isIn(wanted, one)).map(({ port_id }) => ({ port_id }))
  const fresh = wanted.filter((one) => !isIn(standing, one))
  if (gone.length > 0) await network.call(removeSubports, { path, body: { sub_ports: gone } })
  if (fresh.length > 0) await network.call(addSubports, { path, body: { sub_ports: fresh } })
}
