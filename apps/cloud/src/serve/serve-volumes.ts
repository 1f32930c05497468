import { join } from 'node:path'
import type { Config } from '@nimbo/config/option-group'
import type { Log } from '@nimbo/kernel/log'
import { commonOptions } from '@nimbo/service/common-options'
import type { ReadOptions } from '@nimbo/service/read-options'
import { backendOptions, cinderOptions, conversionOptions, extraCapabilities } from '@nimbo/volume/config'
import type { VolumeBackend } from '@nimbo/volume/driver/volume-backend'
import type { NbdOptions } from '@nimbo/volume-file/nbd/nbd-exports'
import { directoryAt, enterable } from './directory-at.ts'

interface VolumesDeps {
  readonly read: ReadOptions
  /** The name of this host, as its compute service has it. */
  readonly host: string
  readonly log: Log
}

/** The volume back ends listed in `enabled_backends`; undefined when it is empty. */
export const enabledVolumes = async (deps: VolumesDeps): Promise<readonly VolumeBackend[] | undefined> => {
  const names = deps.read(cinderOptions).DEFAULT.enabled_backends
  return names.length === 0 ? undefined : Promise.all(names.map((name) => volumeBackend(name, deps)))
}

/** The back end that the section `name` describes. */
export const volumeBackend = async (
  name: string,
  { read, host, log }: VolumesDeps,
): Promise<VolumeBackend> => {
  const group = backendOptions(name)
  const { DEFAULT } = read(commonOptions)
  const options = read([...commonOptions, group])[group.name]
  if (options === undefined) throw new RangeError(`there is no section [${name}]`)
  const said = {
    volumeBackendName: options.volume_backend_name,
    reservedPercentage: options.reserved_percentage,
    further: extraCapabilities(options.extra_capabilities),
    filterFunction: options.filter_function,
    goodnessFunction: options.goodness_function,
  }
  if (options.volume_driver === 'fake')
    return (await import('@nimbo/volume-fake/fake-volumes')).fakeVolumes({ name, said })
  if (options.volume_driver === 'rbd') {
    const { rbdVolumes } = await import('@nimbo/volume-rbd/rbd-volumes')
    const { rbd_ceph_conf: conf, rbd_user: user, rbd_pool: pool, rbd_secret_uuid: secretUuid } = options
    const conversionDirectory = await directoryAt(
      read([...commonOptions, conversionOptions]).DEFAULT.image_conversion_dir,
    )
    const further = { conversionDirectory, ...(secretUuid === undefined ? {} : { secretUuid }) }
    return { ...rbdVolumes({ access: { conf, user }, pool, ...further, log }), name, said }
  }
  const { fileVolumes } = await import('@nimbo/volume-file/file-volumes')
  const directory = await directoryAt(options.volumes_dir, enterable)
  const exports = await directoryAt(join(DEFAULT.state_path, 'nbd', name), enterable)
  const nbd = options.target_protocol === 'nbd' ? { nbd: nbdOptions(options, exports, host) } : {}
  return { ...fileVolumes({ directory, log, ...nbd }), name, said }
}

type BackendOptions = Config<ReturnType<typeof backendOptions>>[string]

const nbdOptions = (options: BackendOptions, directory: string, host: string): NbdOptions => {
  const { target_ip_address: address, target_port: port, nbd_tls, nbd_tls_x509_cert_dir } = options
  if (address === undefined) return { directory, host }
  const certificates = nbd_tls ? { certificates: nbd_tls_x509_cert_dir } : {}
  return { directory, host, target: { address, port, ...certificates } }
}
