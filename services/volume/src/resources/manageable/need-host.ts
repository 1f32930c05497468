import type { VolumeApp } from '../../app/app.ts'
import { listServices } from '../../db/services.ts'
import { aliveSince } from '../../domain/service-liveness.ts'
import type { hostOrCluster } from '../../domain/host-or-cluster.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'

/** The place of the existing volumes, as a request names it: a host or a cluster. */
export type Place = ReturnType<typeof hostOrCluster>

/** The `host@backend` of the named host. Throws if its service does not exist, is disabled or is down, and for every cluster. */
export const needHost = async (app: VolumeApp, place: Place): Promise<string> => {
  const named = 'host' in place ? place.host : place.cluster
  if ('cluster' in place) throw errors.ServiceNotFound({ host: named, binary: 'cinder-volume' })
  const host = queueOf(named)
  const known = await listServices(app.db, { binary: 'cinder-volume', host })
  const service = known.find((each) => each.host === host)
  if (!service) throw errors.ServiceNotFound({ host: named, binary: 'cinder-volume' })
  if (service.disabled === 1 || service.reported_at < aliveSince(app)) throw errors.ServiceDown()
  return host
}
