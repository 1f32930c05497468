import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { procedures } from '@nimbo/libvirt/procedures'
import type { Session } from './session.ts'
import { element, renderXml } from './xml.ts'

/** What opens encrypted volumes, as libvirt keeps it: each under the id of its volume, and shown to nobody. */
export interface VolumeSecrets {
  keep(volumeId: string, passphrase: string): Promise<void>
  /** Not there is a success. */
  forget(volumeId: string): Promise<void>
}

const volumeUsage = 1

export const volumeSecrets = (session: Session): VolumeSecrets => ({
  keep: async (volumeId, passphrase) => {
    // It lasts as the domain does: a guest is started again without anybody who knows the key.
    const description = element(
      'secret',
      { ephemeral: 'no', private: 'yes' },
      element('uuid', {}, volumeId),
      element('usage', { type: 'volume' }, element('volume', {}, volumeId)),
    )
    const { secret } = await session.call(procedures.secretDefineXml, {
      xml: renderXml(description),
      flags: 0,
    })
    await session.call(procedures.secretSetValue, { secret, value: Buffer.from(passphrase), flags: 0 })
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
