import { defineOptions } from '@nimbo/config/option-group'
import { boolean, choice, string } from '@nimbo/config/option-types'

/** Options of SPICE consoles: what the API offers, and how guests of a compute host serve them. */
export const spiceOptions = defineOptions('spice', {
  enabled: boolean({
    default: false,
    help: 'Whether SPICE consoles are offered and libvirt guests get a SPICE server; must be the same on nova-api and on compute hosts.',
  }),
  html5proxy_base_url: string({
    default: 'http://127.0.0.1:6082/spice_auto.html',
    help: 'URL of nova-spicehtml5proxy for browsers; empty: at the address of the APIs, as in a cloud of one process.',
  }),
  spice_direct_proxy_base_url: string({
    default: 'http://127.0.0.1:13002/nova',
    help: 'URL of a proxy for the native SPICE protocol, which returns the connection data for clients such as virt-viewer. This cloud does not include such a proxy.',
  }),
  server_listen: string({
    default: '127.0.0.1',
    help: 'Address on which the SPICE servers of guests listen. They require no password, so use an address in an internal network of the cloud.',
  }),
  server_proxyclient_address: string({
    default: '127.0.0.1',
    help: 'Address at which console proxies reach the SPICE servers of this host.',
  }),
  require_secure: boolean({
    default: false,
    help: 'Whether SPICE channels accept only TLS connections. libvirt then needs certificates (spice_tls in its qemu.conf), and nova-spicehtml5proxy cannot connect to these guests.',
  }),
  agent_enabled: boolean({
    default: true,
    help: 'Whether guests get the channel of the SPICE agent, which shares the clipboard and adapts the screen size.',
  }),
  image_compression: choice(['auto_glz', 'auto_lz', 'quic', 'glz', 'lz', 'off'], {
    help: 'Lossless compression of images; unset: the default of QEMU.',
  }),
  jpeg_compression: choice(['auto', 'never', 'always'], {
    help: 'Lossy compression of images on slow links; unset: the default of QEMU.',
  }),
  zlib_compression: choice(['auto', 'never', 'always'], {
    help: 'Lossless compression of images on slow links; unset: the default of QEMU.',
  }),
  playback_compression: boolean({ help: 'Whether audio is compressed; unset: the default of QEMU.' }),
  streaming_mode: choice(['filter', 'all', 'off'], {
    help: 'Which parts of the screen are sent as a video stream; unset: the default of QEMU.',
  }),
})
