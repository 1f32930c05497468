const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>noVNC</title>
<style>
  html, body { margin: 0; height: 100%; background: #222; color: #eee; font: 14px sans-serif; }
  body { display: flex; flex-direction: column; }
  #bar { display: flex; gap: 1em; align-items: center; padding: 4px 8px; background: #333; }
  #status { flex: 1; }
  #screen { flex: 1; min-height: 0; }
</style>
</head>
<body>
<div id="bar"><span id="status" role="status">Connecting</span><button id="keys" type="button">Send Ctrl+Alt+Del</button></div>
<div id="screen"></div>
<script type="module" src="screen.js"></script>
</body>
</html>
`

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

/** The page that shows a screen in the browser. */
export const vncPage = { html, script } as const
