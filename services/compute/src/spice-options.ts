import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, string } from '@nimbo/config/option-types'

/** Screens by SPICE: what the API offers, and how guests of a compute host serve them. */
export const spiceOptions = defineOptions('spice', {
  enabled: boolean({
    default: false,
    help: 'Whether SPICE consoles are offered, and guests of libvirt get a SPICE server; set alike on nova-api and on compute hosts.',
  }),
  html5proxy_base_url: string({
    default: 'http://127.0.0.1:6082/spice_auto.html',
    help: 'Where browsers reach nova-spicehtml5proxy; empty: beside the APIs, as in a cloud of one process.',
  }),
  spice_direct_proxy_base_url: string({
    default: 'http://127.0.0.1:13002/nova',
    help: 'Where a proxy of the SPICE protocol itself answers with what a client like virt-viewer needs to connect; no part of this cloud.',
  }),
  server_listen: string({
    default: '127.0.0.1',
    help: 'Address of a compute host where SPICE servers of its guests listen; they ask for no password, so keep it to a network of the cloud.',
  }),
  server_proxyclient_address: string({
    default: '127.0.0.1',
    help: 'Where the console proxies reach that address.',
  }),
  require_secure: boolean({
    default: false,
    help: 'Whether the channels of SPICE are open by TLS alone. libvirt needs its certificates (spice_tls of its qemu.conf), and nova-spicehtml5proxy cannot reach such guests.',
  }),
  agent_enabled: boolean({
    default: true,
    help: 'Whether guests get the channel of the SPICE agent, for the clipboard and the size of the screen.',
  }),
  image_compression: choice(['auto_glz', 'auto_lz', 'quic', 'glz', 'lz', 'off'], {
    help: 'Lossless compression of images; unset: as QEMU has it.',
  }),
  jpeg_compression: choice(['auto', 'never', 'always'], {
    help: 'Lossy compression of images on slow links; unset: as QEMU has it.',
  }),
  zlib_compression: choice(['auto', 'never', 'always'], {
    help: 'Lossless compression of images on slow links; unset: as QEMU has it.',
  }),
  playback_compression: boolean({ help: 'Whether sound is compressed; unset: as QEMU has it.' }),
  streaming_mode: choice(['filter', 'all', 'off'], {
    help: 'What parts of the screen become a video stream; unset: as QEMU has it.',
  }),
})
