import type { VolumeApp } from '../../app/app.ts'
import { listServices } from '../../db/services.ts'
import { aliveSince } from '../../domain/service-liveness.ts'
import { queueOf } from '../../domain/volume-host.ts'
import { errors } from '../../errors.ts'

/** The `host@backend` of the named host. Throws if its service does not exist, is disabled or is not up. */
export const needHost = async (app: VolumeApp, named: string): Promise<string> => {
  const host = queueOf(named)
  const known = await listServices(app.db, { binary: 'cinder-volume', host })
  const service = known.find((each) => each.host === host)
  if (!service) throw errors.ServiceNotFound({ host: named, binary: 'cinder-volume' })
  if (service.disabled === 1 || service.reported_at < aliveSince(app)) throw errors.ServiceDown()
  return host
}
