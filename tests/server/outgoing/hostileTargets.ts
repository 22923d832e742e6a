// Which addresses would lead somebody astray? 600 made from tricks that browsers and servers have fallen for, times hosts and paths; none leads to an address of ours.

const hosts = ['evil.example', 'evil.example:8080', '127.0.0.1', '[::1]', '169.254.169.254', '2130706433', '0x7f.1', '10.0.0.1', 'xn--80ak6aa92e.example', 'localhost.evil.example']
const shapes: readonly ((host: string) => string)[] = [
  (host) => `//${host}`, (host) => `///${host}`, (host) => `////${host}/%2e%2e`, (host) => `/\\${host}`, (host) => `\\\\${host}`, (host) => `\\/${host}`, (host) => `/\t/${host}`, (host) => `/\n/${host}`, (host) => `/\r\n/${host}`,
  (host) => `http://${host}`, (host) => `https://${host}/login`, (host) => `HTTPS://${host}`, (host) => `http:${host}`, (host) => `http:/${host}`, (host) => `http:\\\\${host}`, (host) => `https:///${host}`, (host) => ` https://${host}`, (host) => `\thttps://${host}`,
  (host) => `\u0000https://${host}`, (host) => `https://ours.example@${host}/`, (host) => `https://ours.example:pw@${host}/`, (host) => `https://${host}#.ours.example`, (host) => `https://${host}?.ours.example`, (host) => `https://${host}\\.ours.example`, (host) => `//ours.example@${host}`,
  (host) => `//${host}/..;/`, (host) => `ftp://${host}/`, (host) => `ws://${host}/`, (host) => `file://${host}/etc/passwd`, (host) => `gopher://${host}:70/_`, (host) => `blob:https://${host}/1`, (host) => `view-source:https://${host}`,
  (host) => `javascript://${host}/%0aalert(1)`, (host) => `javascript:alert('${host}')`, (host) => `JaVaScRiPt:alert("${host}")`, (host) => `java\tscript:alert("${host}")`, (host) => `java\nscript:alert("${host}")`, (host) => `\u0001javascript:alert("${host}")`,
  (host) => `data:text/html,<script>location='//${host}'</script>`, (host) => `data:text/html;base64,${Buffer.from(host).toString('base64')}`, (host) => `vbscript:msgbox("${host}")`, (host) => `mailto:x@${host}`, (host) => `/\u0009/${host}/`, (host) => `/\\\\${host}/`, (host) => `\\${host}`,
  (host) => `https:${host}/`, (host) => `http:///${host}/a`, (host) => `//%5c${host}/`, (host) => `///\\;@${host}`, (host) => `//;@${host}`, (host) => `https://${host}%00.ours.example/`, (host) => `https://${host}%2eours.example/`, (host) => `//${host}%23.ours.example`,
  (host) => `http://[::ffff:7f00:1]@${host}/`, (host) => `https://ours.example.${host}/`, (host) => `https://ours.example%40${host}/`, (host) => `//${host}:443/`, (host) => `//user@${host}:80`, (host) => `https://${host}/%2f%2fours.example`, (host) => `/\u000b\\${host}`,
]

/** 600 addresses; the same every time. */
export function hostileTargets(): string[] {
  return shapes.flatMap((shape) => hosts.map(shape))
}
