import { screenPage } from './screen-page.ts'

/** The WebSocket address is in the parameter \`path\`, as in noVNC's own pages. */
const script = `import RFB from './core/rfb.js'

const asked = new URLSearchParams(location.search)
const address = new URL(asked.get('path') ?? 'websockify', location.href)
address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
if (asked.has('token')) address.searchParams.set('token', asked.get('token'))

const status = document.getElementById('status')
const say = (text) => { status.textContent = text }

const rfb = new RFB(document.getElementById('screen'), address.href, { wsProtocols: ['binary'] })
rfb.scaleViewport = asked.get('scale') !== 'false'
rfb.viewOnly = asked.get('view_only') === 'true'
let name = 'the console'
rfb.addEventListener('desktopname', ({ detail }) => {
  name = detail.name
  document.title = name
  say('Connected to ' + name)
})
rfb.addEventListener('connect', () => say('Connected to ' + name))
rfb.addEventListener('disconnect', ({ detail }) => say(detail.clean ? 'Disconnected' : 'Something went wrong: the connection is closed'))
rfb.addEventListener('credentialsrequired', () => rfb.sendCredentials({ password: prompt('Password') }))
document.getElementById('keys').addEventListener('click', () => rfb.sendCtrlAltDel())
`

/** The page that shows a screen in the browser by VNC. */
export const vncPage = { html: screenPage('noVNC'), script } as const
