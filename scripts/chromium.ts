// Which browser do the tests open? The one of CHROMIUM, one on the PATH, or Debian's, installed when this user may; Chinese letters need a font as well.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The one without windows does the same work in less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/**
 * The path of a Chromium that runs; installs what is missing where that is possible, and says so.
 * @throws Error with what to do when there is none
 */
export function findChromium(say: (line: string) => void): string {
  let browser = present()
  const packages = [...(browser ? [] : [names[0]!]), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
  if (packages.length > 0) {
    if (install(packages, say)) browser ??= present()
    else if (browser)
      say(
        'No font with Chinese letters was found; pictures of the pages will show boxes. On Debian: apt-get install fonts-noto-cjk',
      )
  }
  if (!browser)
    throw new Error(
      'No Chromium was found. Install one (on Debian: apt-get install chromium-headless-shell fonts-noto-cjk) or set CHROMIUM to its path.',
    )
  return browser
}

function present(): string | undefined {
  const given = process.env.CHROMIUM
  if (given) {
    if (!runs(given)) throw new Error(`CHROMIUM is set to ${given}, which cannot be run.`)
    return given
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Not there, or not ours to run: the next place is looked at.
    return false
  }
}

function hasChineseFont(): boolean {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  // Without fontconfig nothing can be told; systems that lack it bring their own fonts.
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
