const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>SPICE</title>
<style>
  html, body { margin: 0; height: 100%; background: #222; color: #eee; font: 14px sans-serif; }
  body { display: flex; flex-direction: column; }
  #bar { display: flex; gap: 1em; align-items: center; padding: 4px 8px; background: #333; }
  #status { flex: 1; }
  #screen { flex: 1; min-height: 0; overflow: auto; }
</style>
</head>
<body>
<div id="bar"><span id="status" role="status">Connecting</span><button id="keys" type="button">Send Ctrl+Alt+Del</button></div>
<div id="screen"></div>
<script type="module" src="screen.js"></script>
</body>
</html>
`

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
export const spicePage = { html, script } as const
