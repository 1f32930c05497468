import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { Session } from './session.ts'
import { type Element, element, renderXml } from './xml.ts'

/** The keys of encrypted volumes as libvirt secrets: each has its volume's id, and is private. */
export interface VolumeSecrets {
  keep(volumeId: string, passphrase: string): Promise<void>
  /**
   * Stores the key of a Ceph user under the id given in the volumes' connections. It is kept, since other volumes may need it.
   */
  keepOfCluster(uuid: string, user: string, key: string): Promise<void>
  /** Idempotent. */
  forget(volumeId: string): Promise<void>
}

const volumeUsage = 1

/** Persistent like the domain, so that a guest can be started again without asking for the key. */
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

/** The encryption key of a TPM's state, under the server's id. */
export const tpmSecrets = (session: Session): Pick<VolumeSecrets, 'keep'> => ({
  keep: (serverId, passphrase) => {
    const usage = element('usage', { type: 'vtpm' }, element('name', {}, serverId))
    return define(session, serverId, usage, Buffer.from(passphrase))
  },
})

/** The ids of the secrets for a domain's disks and TPM, from its XML. */
export const secretsIn = (xml: string): readonly string[] =>
  [...xml.matchAll(/<(?:secret type='passphrase' uuid|encryption secret)='([^']+)'/g)].flatMap(
    ([, id]) => id ?? [],
  )
