import { type Element, element } from './xml.ts'

/** How guests serve their screens by SPICE. Options that are left out keep QEMU's defaults. */
export interface SpiceOptions {
  readonly listen: string
  /** The address under which console proxies reach `listen`. */
  readonly reachedAt: string
  /** Whether guests get the channel of the SPICE agent. */
  readonly agent: boolean
  /** Whether clients can open channels only over TLS. */
  readonly requireSecure: boolean
  readonly imageCompression?: string
  readonly jpegCompression?: string
  readonly zlibCompression?: string
  readonly playbackCompression?: boolean
  readonly streamingMode?: string
}

const channels = [
  'main',
  'display',
  'inputs',
  'cursor',
  'playback',
  'record',
  'smartcard',
  'usbredir',
] as const

const setting = (name: string, key: string, value: string | undefined): Element | undefined =>
  value === undefined ? undefined : element(name, { [key]: value })

/** The SPICE server of a domain, and the agent's channel. */
export const spiceElements = (spice: SpiceOptions | undefined): (Element | undefined)[] => {
  if (spice === undefined) return []
  const { listen, playbackCompression: playback } = spice
  const sound = playback === undefined ? undefined : playback ? 'on' : 'off'
  return [
    element(
      'graphics',
      { type: 'spice', autoport: 'yes', listen },
      element('listen', { type: 'address', address: listen }),
      setting('image', 'compression', spice.imageCompression),
      setting('jpeg', 'compression', spice.jpegCompression),
      setting('zlib', 'compression', spice.zlibCompression),
      setting('playback', 'compression', sound),
      setting('streaming', 'mode', spice.streamingMode),
      ...(spice.requireSecure ? channels.map((name) => element('channel', { name, mode: 'secure' })) : []),
    ),
    spice.agent
      ? element(
          'channel',
          { type: 'spicevmc' },
          element('target', { type: 'virtio', name: 'com.redhat.spice.0' }),
        )
      : undefined,
  ]
}
