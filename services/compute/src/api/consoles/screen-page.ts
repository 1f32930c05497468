/** The page around a guest's screen, which `screen.js` beside it draws. */
export const screenPage = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
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
