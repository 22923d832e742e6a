// Finds a Chromium for the tests: CHROMIUM, one on the PATH, or Debian's package.
// Installs the package when this user may; Chinese text needs a font as well.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless build does the same work in less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/**
 * Path of a Chromium that runs; installs what is missing where possible and logs that.
 * @throws Error with advice when there is none
 */
export function findChromium(say: (line: string) => void): string {
  let browser = present()
  const packages = [...(browser ? [] : [names[0]!]), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
  if (packages.length > 0) {
    if (install(packages, say)) browser ??= present()
    else if (browser)
      say(
        [
          'No font with Chinese letters was found; pictures of the pages will show',
          'boxes. On Debian: apt-get install fonts-noto-cjk',
        ].join(' '),
      )
  }
  if (!browser)
    throw new Error(
      [
        'No Chromium was found. Install one (on Debian:',
        'apt-get install chromium-headless-shell fonts-noto-cjk) or set CHROMIUM to its path.',
      ].join(' '),
    )
  return browser
}

function present(): string | undefined {
  const input = process.env.CHROMIUM
  if (input) {
    if (!runs(input)) throw new Error(`CHROMIUM is set to ${input}, which cannot be run.`)
    return input
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // It is missing or not executable for this user: try the next candidate.
    return false
  }
}

function hasChineseFont(): boolean {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  // Without fontconfig the fonts are unknown; systems that lack it bring their own.
  return status !== 0 || stdout.trim() !== ''
}

function install(packages: readonly string[], say: (line: string) => void): boolean {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false
  const root = process.getuid?.() === 0
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return false
  const words = (line: readonly string[]) => (root ? [...line] : ['sudo', '-n', ...line])
  say(`Installing ${packages.join(' and ')} with apt-get …`)
  for (const line of [
    words(['apt-get', 'update', '-q']),
    words([
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      ...packages,
    ]),
  ]) {
    const { status, stdout, stderr } = spawnSync(line[0]!, line.slice(1), { encoding: 'utf8' })
    if (status !== 0) {
      say(`${line.join(' ')} failed:\n${(stdout + stderr).trim().split('\n').slice(-8).join('\n')}`)
      return false
    }
  }
  return true
}
