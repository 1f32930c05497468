import { listZones, listZonesInFull } from '@nimbo/contracts/compute/availability-zones'
import { listAvailabilityZones as listNetworkZones } from '@nimbo/contracts/network/agents'
import { listAvailabilityZones as listVolumeZones } from '@nimbo/contracts/volume/services'
import { HttpError } from '../../cloud/cli-error.ts'
import { isRow, textAt } from '../../cloud/json-values.ts'
import { inCompute, inNetwork, inVolume, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag } from '../../grammar/option.ts'
import { listOf, type Row } from '../../output/result.ts'

const forbidden = (error: unknown): boolean => error instanceof HttpError && error.status === 403

/** Compute's availability zones, with hosts and services for administrators. */
const computeZones = (session: Session): Promise<readonly Row[]> =>
  performAll(session, inCompute(listZonesInFull)).catch((error: unknown) => {
    if (!forbidden(error)) throw error
    return performAll(session, inCompute(listZones))
  })

const statusOf = (zone: Row): string =>
  isRow(zone.zoneState) && zone.zoneState.available === true ? 'available' : 'not available'

/** One row per service of a zone; one row for a zone whose hosts are not visible. */
const serviceRows = (zone: Row): readonly Row[] => {
  const base = {
    name: textAt(zone, 'zoneName'),
    status: statusOf(zone),
    resource: '',
    host: '',
    service: '',
    state: '',
  }
  if (!isRow(zone.hosts)) return [base]
  return Object.entries(zone.hosts).flatMap(([host, services]) =>
    Object.entries(isRow(services) ? services : {}).map(([service, state]) => {
      const mark = isRow(state) && state.active === true ? 'enabled' : 'disabled'
      const smile = isRow(state) && state.available === true ? ':-)' : 'XXX'
      return {
        ...base,
        host,
        service,
        state: `${mark} ${smile} ${isRow(state) ? textAt(state, 'updated_at') : ''}`,
      }
    }),
  )
}

const computeRows = async (session: Session, long: boolean): Promise<readonly Row[]> => {
  const zones = await computeZones(session)
  return long
    ? zones.flatMap(serviceRows)
    : zones.map((zone) => ({ name: zone.zoneName, status: statusOf(zone) }))
}

const volumeRows = async (session: Session): Promise<readonly Row[]> =>
  (await performAll(session, inVolume(listVolumeZones))).map((zone) => ({
    name: zone.zoneName,
    status: statusOf(zone),
  }))

const networkRows = async (session: Session): Promise<readonly Row[]> =>
  (await performAll(session, inNetwork(listNetworkZones))).map(({ name, state, resource }) => ({
    name,
    status: state,
    resource,
  }))

const list = command({
  words: 'availability zone list',
  summary: 'List availability zones and their status',
  output: 'list',
  options: {
    compute: flag('List compute availability zones'),
    network: flag('List network availability zones'),
    volume: flag('List volume availability zones'),
    long: flag('List additional fields in output'),
  },
  run: async (session, { compute, network, volume, long }) => {
    const all = !compute && !network && !volume
    const rows = [
      ...(all || compute ? await computeRows(session, long) : []),
      ...(all || volume ? await volumeRows(session) : []),
      ...(all || network ? await networkRows(session) : []),
    ]
    const more = {
      'Zone Resource': 'resource',
      'Host Name': 'host',
      'Service Name': 'service',
      'Service Status': 'state',
    }
    return listOf({ 'Zone Name': 'name', 'Zone Status': 'status', ...(long && more) }, rows)
  },
})

export const availabilityZoneCommands = [list]
