import { screenPage } from './screen-page.ts'

/** Each channel of SPICE is a WebSocket of its own, to the same address with the same token. */
const script = `import { SpiceMainConn, sendCtrlAltDel } from './src/main.js'

const address = new URL('websockify', location.href)
address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
address.search = ''
const token = new URLSearchParams(location.search).get('token')
if (token !== null) address.searchParams.set('token', token)

const status = document.getElementById('status')
const say = (text) => { status.textContent = text }

const spice = new SpiceMainConn({
  uri: address.href,
  screen_id: 'screen',
  password: '',
  onsuccess: () => say('Connected to the console'),
  onerror: (error) => say('Something went wrong: ' + (error?.message ?? 'the connection is closed')),
})
// The library looks for its connection under this name.
window.sc = spice
document.getElementById('keys').addEventListener('click', () => sendCtrlAltDel())
`

/** The page that shows a screen in the browser by SPICE. */
export const spicePage = { html: screenPage('SPICE'), script } as const
