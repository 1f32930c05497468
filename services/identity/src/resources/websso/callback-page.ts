const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities.get(sign) ?? sign)

/** A page that posts the token to a dashboard. */
export const callbackPage = ({
  origin,
  token,
}: {
  readonly origin: string
  readonly token: string
}): string =>
  `<!DOCTYPE html>
<html>
  <head><title>Signing in</title></head>
  <body>
    <form id="sso" name="sso" action="${escaped(origin)}" method="post">
      Please wait...
      <br>
      <input type="hidden" name="token" value="${escaped(token)}">
      <noscript><input type="submit" name="submit_no_javascript" value="Continue"></noscript>
    </form>
    <script>window.onload = function () { document.getElementById('sso').submit() }</script>
  </body>
</html>
`
