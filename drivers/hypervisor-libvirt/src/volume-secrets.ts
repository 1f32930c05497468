import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { Session } from './session.ts'
import { type Element, element, renderXml } from './xml.ts'

/** What opens encrypted volumes, as libvirt keeps it: each under the id of its volume, and shown to nobody. */
export interface VolumeSecrets {
  keep(volumeId: string, passphrase: string): Promise<void>
  /** The key of a user of Ceph, under an id that volumes say. It stays: other volumes may need it. */
  keepOfCluster(uuid: string, user: string, key: string): Promise<void>
  /** Not there is a success. */
  forget(volumeId: string): Promise<void>
}

const volumeUsage = 1

/** It lasts as the domain does: a guest is started again without anybody who knows the key. */
const define = async (session: Session, id: string, usage: Element, value: Buffer): Promise<void> => {
  const about = element('secret', { ephemeral: 'no', private: 'yes' }, element('uuid', {}, id), usage)
  const { secret } = await session.call(procedures.secretDefineXml, { xml: renderXml(about), flags: 0 })
  await session.call(procedures.secretSetValue, { secret, value, flags: 0 })
}

export const volumeSecrets = (session: Session): VolumeSecrets => ({
  keep: (volumeId, passphrase) => {
    const usage = element('usage', { type: 'volume' }, element('volume', {}, volumeId))
    return define(session, volumeId, usage, Buffer.from(passphrase))
  },
  keepOfCluster: (uuid, user, key) => {
    const usage = element('usage', { type: 'ceph' }, element('name', {}, `client.${user} ${uuid}`))
    return define(session, uuid, usage, Buffer.from(key, 'base64'))
  },
  forget: async (volumeId) => {
    const secret = { uuid: volumeId, usageType: volumeUsage, usageId: volumeId }
    try {
      await session.call(procedures.secretUndefine, { secret })
    } catch (error) {
      if (!isLibvirtError(error, errorCodes.noSecret)) throw error
    }
  },
})

/** The seal of a TPM's state, under the id of its server. */
export const tpmSecrets = (session: Session): Pick<VolumeSecrets, 'keep'> => ({
  keep: (serverId, passphrase) => {
    const usage = element('usage', { type: 'vtpm' }, element('name', {}, serverId))
    return define(session, serverId, usage, Buffer.from(passphrase))
  },
})

/** The secrets by which a domain opens its disks and its TPM, as its description names them. */
export const secretsIn = (xml: string): readonly string[] =>
  [...xml.matchAll(/<(?:secret type='passphrase' uuid|encryption secret)='([^']+)'/g)].flatMap(
    ([, id]) => id ?? [],
  )
