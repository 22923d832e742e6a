// Proves what the commands print for an author, on a folder of their own. Starts a process only for
// what cannot be seen otherwise.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortLived } from '../../scripts/shortLived.mjs'
import { askOn } from '../../scripts/new/questions'
import { wishOf } from '../../scripts/new/wish'
import { commandsOn, usages, type Commands } from '../commands'
import { documentedFlags } from '../documented'
import { compiledFixture, fixtureFolder } from './sources'

const root = join(import.meta.dirname, '..', '..')
let folder = ''
let commands: Commands
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifests-'))
  cpSync(fixtureFolder, folder, { recursive: true })
  commands = commandsOn(folder)
})
afterAll(async () => {
  await commands.end()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string, ...words: string[]) => commands.run(script, words)

function runAlone(script: string, ...words: string[]): { code: number | null; out: string; err: string } {
  const all = [...shortLived, '--import', 'tsx', join(root, 'scripts', `${script}.ts`), ...words]
  const done = spawnSync(process.execPath, all, { encoding: 'utf8', env: { ...process.env, SCHEMAS_DIR: folder } })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

describe('every command', () => {
  it.each(usages)(
    'npm run %s gives its usage, and refuses a flag that it does not have',
    async (command, file, words) => {
      const help = await run(file, ...words, '--help')
      expect(help.err).toBe('')
      expect(help.out).toMatch(new RegExp(`^npm (run (-s )?)?${command}\\b`))
      expect(help.out).toMatch(/--help +(this text|prints this text)/)
      expect(help.code).toBe(0)
      expect(documentedFlags(command).filter((flag) => !help.out.includes(flag))).toEqual([])
      const slip = await run(file, ...words, '--hepl')
      expect(slip.err).toMatch(/^Unknown flag --hepl\./)
      expect(slip.err).toContain(help.out.trim())
      expect({ code: slip.code, out: slip.out }).toEqual({ code: 1, out: '' })
    },
  )

  it('names the flag that was probably meant, and what lacks its value', async () => {
    expect((await run('plan', '--sever', 'http://localhost:1')).err).toMatch(/Did you mean --server\?\n/)
    expect((await run('explain', '--role')).err).toMatch(/^The value of --role is missing\./)
    expect((await run('routes', 'now')).err).toMatch(/^Unexpected argument "now"\./)
  })
})

describe('npm run routes', () => {
  it('ends quietly when its reader has read enough', () => {
    const program = [process.execPath, join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/routes.ts')]
    const { stderr } = spawnSync('sh', ['-c', `${program.map((word) => `'${word}'`).join(' ')} | true`], {
      encoding: 'utf8',
      env: { ...process.env, SCHEMAS_DIR: folder },
    })
    expect(stderr).toBe('')
  })

  it('prints one object a route', async () => {
    const rows = JSON.parse((await run('routes', '--json')).out) as Record<string, unknown>[]
    expect(rows).toHaveLength(15)
    expect(rows.find((row) => row.path === '/lending')).toEqual({
      path: '/lending',
      module: 'lending',
      titleZh: '借阅',
      titleEn: 'Lending',
      codes: ['lending'],
      public: false,
      hidden: false,
      pinned: false,
      noCache: false,
      autoLogin: false,
      redirect: '/lending/Books',
      kind: 'redirect',
      entity: null,
      source: 'lending/module.json',
    })
    expect(rows.find((row) => row.path === '/desk')).toMatchObject({
      codes: [],
      pinned: true,
      noCache: true,
      kind: 'dashboard',
    })
    expect(rows.find((row) => row.path === '/login')).toMatchObject({ codes: [], public: true, hidden: true })
  })
})

it('npm run plan says in its own words that there is nothing to compare with', async () => {
  const { code, err } = await commands.run('plan', ['/nowhere'], { GIT_CEILING_DIRECTORIES: '/' })
  expect(err).toMatch(
    /\n\S+ is in no git repository: [^\n]+--folder <copy>, or with a server, npm run plan -- --server <address>\.\n$/,
  )
  expect(code).toBe(1)
  spawnSync('git', ['init', '-q', folder])
  expect((await run('plan', '/nowhere')).err).toMatch(
    /\nThere is no commit \/nowhere here: name a branch, a tag or what `git log --oneline` lists/,
  )
})

describe('npm run explain', () => {
  it('names the folder of another product, and a variable that only looks like its own', async () => {
    const { err } = await run('explain', 'book')
    expect(err).toBe(`Manifests of ${folder}.\n`)
    expect((await commands.run('explain', ['book'], { SCHEMAS_DIR: '', SCHEMAS: folder })).err).toBe(
      'The environment variable SCHEMAS is not read: SCHEMAS_DIR names the folder of the manifests.\n',
    )
  })

  it('explains a role of the demo data, with the first grants of modules', async () => {
    const file = join(folder, 'lending/module.json')
    const text = readFileSync(file, 'utf8')
    const grants = { codes: { shelving: ['上架', 'Shelving'] }, grants: { shelving: ['books'] } }
    mkdirSync(join(folder, 'demo'))
    const codes = (names: readonly string[]) => names.map((code) => ({ code }))
    const rows = [
      ['role-clerk', codes(['lending', 'books'])],
      ['role-guest', codes(['figures'])],
    ]
    writeFileSync(join(folder, 'demo/role.json'), JSON.stringify({ columns: ['key', 'codes'], rows }))
    writeFileSync(
      file,
      JSON.stringify({ ...(JSON.parse(text) as object), ...grants, permissions: ['lending', 'shelving'] }),
    )
    const shelves = join(folder, 'lending/Books.screen.json')
    const books = readFileSync(shelves, 'utf8')
    writeFileSync(shelves, books.replace('"permissions": ["books"]', '"permissions": ["shelving"]'))
    expect((await run('explain', 'role-clerk')).out).toMatch(
      /^codes\n[^]* {2}shelving +[^]*opens screens\n[^]*\/lending\/Books /m,
    )
    expect((await run('explain')).out).toMatch(/ {2}figures +.* role-guest\n[^]* {2}shelving +.* role-clerk\n/)
    expect((await run('explain', 'guest')).out).not.toContain('/lending/Books')
    expect((await run('explain', '/lending/Books', '--role', 'clerk')).out).toMatch(/role clerk +may open it/)
    expect((await run('explain', '/lending/Books', '--role', 'guest')).out).toMatch(/role guest +may not open it/)
    const { out } = await run('explain', '--matrix')
    expect(out).toMatch(/ 1 +role-clerk\n +2 +role-guest\n[^]*opens screens\n[^]* \/lending\/Books +x \. /)
    expect((await run('explain', '--matrix', '--role', 'guest')).out).toMatch(
      / 1 +role-guest\n[^]* \/lending\/Books +\. /,
    )
    writeFileSync(shelves, books)
    writeFileSync(file, text)
    rmSync(join(folder, 'demo'), { recursive: true })
  })

  it('tells what is derived', async () => {
    const { out } = await run('explain', '/lending/Books', '--role', 'lending,books')
    expect(out).toMatch(/may open it[^]*loan\.create .* on a row .* lending,books may not .*book = id/)
    expect((await run('explain', 'loan')).out).toContain('lent -> back')
    expect((await run('explain', 'loan', '--role', 'lending,boks')).err).toContain('no permission code boks.')
  })

  it('tells what a code opens', async () => {
    expect((await run('explain', 'books')).out).toMatch(
      /opens screens\n[^]*\/lending\/Books[^]*reads records of\n {2}book /,
    )
  })

  it('tells what is sound while a file has problems, beside them', async () => {
    const [shelf, fines] = ['shelf.entity.json', 'Fines.screen.json'].map((file) => join(folder, 'lending', file))
    const list = {
      path: '/lending/Fines',
      title: ['罚', 'Fines'],
      kind: 'list',
      entity: 'shelf',
      columns: ['createdAt'],
    }
    writeFileSync(shelf!, JSON.stringify({ title: ['架', 'Shelf'], labelField: 'nam' }))
    writeFileSync(fines!, JSON.stringify(list))
    const { code, out, err } = await run('explain', 'book')
    const { err: refusal } = await run('explain', 'shelf')
    rmSync(shelf!)
    rmSync(fines!)
    expect([code, out]).toEqual([1, expect.stringContaining('lending')])
    expect(err).toMatch(
      /shelf\.entity\.json:1:\d+ +error [^]*: lending\/shelf\.entity\.json, lending\/Fines\.screen\.json/,
    )
    expect(refusal).toMatch(/problems[^]*\nThere is no screen, entity, .* shelf\./)
  })

  it('tells of several names one after the other, and of the unknown ones last', async () => {
    const { code, out, err } = await run('explain', 'lona', 'book', 'books', 'elsewhere')
    expect([code, out]).toEqual([1, expect.stringMatching(/^book [^]*\n-{80}\n[^]*opens screens\n/)])
    expect(err).toMatch(/ lona\. Did you mean "loan"\?\n[^\n]* elsewhere\. The nearest of \d+ names: /)
  })

  it('knows what was probably meant', async () =>
    expect(await run('explain', 'lona')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Did you mean "loan"?') as unknown,
    }))
})

describe('npm run new', () => {
  it('writes manifests that compile, and overwrites none', async () => {
    expect((await run('new', 'entity', 'lending', 'shelf', '--title', '书架,Shelf', '--prefix', 'SH')).code).toBe(0)
    // A record with a number is called by its name all the same.
    expect(readFileSync(join(folder, 'lending/shelf.entity.json'), 'utf8')).toContain('"labelField": "name"')
    expect((await run('new', 'list', 'lending', 'Shelves', '--entity', 'shelf')).code).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'lending/Shelves.screen.json'), 'utf8'))).toMatchObject({
      path: '/lending/Shelves',
      title: ['书架', 'Shelf'],
      kind: 'list',
      entity: 'shelf',
      columns: ['no', 'name', 'state'],
      actions: ['create', 'edit'],
    })
    const { permissions } = JSON.parse(readFileSync(join(folder, 'lending/Shelves.screen.json'), 'utf8')) as {
      permissions: string[]
    }
    expect(permissions).toEqual(['p_Shelves'])
    const checked = await run('check')
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^No warnings\.$/m) as unknown })
    const again = await run('new', 'screen', 'lending', 'Shelves', '--entity', 'shelf')
    expect([again.code, again.err.includes('exists already')]).toEqual([1, true])
  })

  it('does what the tutorial writes, and what its own refusal recommends', async () => {
    const commandsIn = (text: string) => [...text.matchAll(/npm run new -- ([^`\n]+)/g)].map(([, words]) => words!)
    const written = ['tutorial.md', 'manual.zh.json'].map((file) =>
      commandsIn(readFileSync(join(root, 'schemas/language', file), 'utf8')),
    )
    expect(written[1]).toEqual(written[0])
    const { err } = await run('new', 'entity', 'shop', 'item', '--title', '货品,Item')
    const commands = [...written[0]!, ...commandsIn(err)]
    expect(commands).toHaveLength(4)
    for (const words of commands)
      expect({ words, ...(await run('new', ...words.split(' '))) }).toMatchObject({
        words,
        code: 0,
        err: `Manifests of ${folder}.\n`,
      })
    for (const module of ['samples', 'shop']) rmSync(join(folder, module), { recursive: true })
  })

  it('makes records without a name, which are called by their number', async () => {
    const words = ['new', 'entity', 'lending', 'fine', '--title', '罚款,Fine', '--no-name'] as const
    expect(await run(...words)).toMatchObject({ code: 1, err: expect.stringContaining('--prefix') as unknown })
    expect((await run(...words, '--prefix', 'FN')).code).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'lending/fine.entity.json'), 'utf8'))).toMatchObject({
      labelField: 'no',
      numberPrefix: 'FN',
      transitions: { create: { form: ['remark'] }, edit: { form: ['remark'] } },
    })
    expect((await run('new', 'screen', 'lending', 'Fines', '--entity', 'fine')).code).toBe(0)
    expect((await run('check')).out).toMatch(/^No warnings\.$/m)
  })

  it('makes every kind, closed, without a warning and with no other line of a file changed', async () => {
    const own = (path: string) => readFileSync(join(folder, path), 'utf8')
    const files = ['lending/module.json', 'lending/loan.entity.json']
    const before = files.map(own)
    const shown = ['list', 'form', 'report', 'calendar', 'board', 'gallery']
    for (const kind of shown) {
      const name = `New${kind}`
      expect((await run('new', kind, 'lending', name, '--entity', 'book')).out).toContain(
        `Only holders of p_${name} may`,
      )
      const { kind: made, permissions } = JSON.parse(own(`lending/${name}.screen.json`)) as Record<string, unknown>
      expect({ made, permissions }).toEqual({ made: kind === 'gallery' ? 'list' : kind, permissions: [`p_${name}`] })
    }
    for (const words of [
      ['document', 'loan', 'slip', '--title', '借条,Slip'],
      ['figure', 'lending', '--entity', 'loan'],
      ['figure', 'lending', '--entity', 'book', '--code', 'books'],
    ])
      expect(await run('new', ...words)).toMatchObject({ code: 0, out: expect.stringMatching(/^Wrote /) as unknown })
    expect(await run('check')).toMatchObject({ code: 0, out: expect.stringMatching(/^No warnings\.$/m) as unknown })
    const { codes, dashboards } = JSON.parse(own('lending/module.json')) as Record<string, Record<string, unknown>>
    expect(Object.keys(codes!)).toEqual(
      expect.arrayContaining([...shown.map((kind) => `p_New${kind}`), 'p_lending_loan']),
    )
    expect(dashboards).toMatchObject({
      '/desk': { blocks: [{ figures: [{ permissions: ['p_lending_loan'] }, { permissions: ['books'] }] }] },
    })
    expect(own('lending/loan.entity.json')).toMatch(/"lines": "marks"/)
    for (const [index, file] of files.entries()) {
      const lines = own(file)
        .split('\n')
        .map((line) => line.replace(/,$/, ''))
      expect(before[index]!.split('\n').filter((line) => !lines.includes(line.replace(/,$/, '')))).toEqual([])
    }
  })

  it('asks at a terminal for what it was not told, until the answer is of use; elsewhere it ends with its usage', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const { ask, end } = askOn(input, output)
    input.write(['nothing', 'board', 'lending', 'not a name', 'Wall', 'book', '', ''].join('\n'))
    const given = { words: [], values: {}, isNamed: true }
    const app = compiledFixture()
    const wish = { kind: 'board', module: 'lending', name: 'Wall', entity: 'book', isNamed: true, dashboard: '' }
    expect(await wishOf(app, given, ask)).toEqual(wish)
    input.end('figure\n')
    await expect(wishOf(app, given, ask)).rejects.toThrow('Missing: in which module')
    end()
    const questions = String(output.read())
    expect(questions.match(/What is to be written/g)).toHaveLength(3)
    expect(questions).toContain('(module, entity, list, form, report, calendar, board, gallery, document, figure)')
    for (const words of [[], ['list', 'lending'], ['list', 'lending', 'Lone'], ['statue', 'lending', 'Lone']])
      expect(await run('new', ...words)).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^Manifests of [^\n]+\n(Missing|There is no kind)[^]*\nnpm run new -- module/,
        ) as unknown,
      })
  })

  it('begins closed: with a code of its own that no role holds yet', async () => {
    expect((await run('new', 'module', 'archive')).err).toContain('--title')
    expect((await run('new', 'module', 'archive', '--title', '档案,Archive')).out).toContain(
      'add "grants": { "p_archive": ["that code"] }',
    )
    expect(JSON.parse(readFileSync(join(folder, 'archive/module.json'), 'utf8'))).toMatchObject({
      permissions: ['p_archive'],
      codes: { p_archive: ['档案', 'Archive'] },
    })
    const { code, out } = await run('check', '--open')
    expect([code, out]).toEqual([0, expect.stringMatching(/^Sound/)])
    expect(out).toMatch(/^\d+ open to every signed-in account: \S/m)
    expect(out).not.toMatch(/^\d+ open to .*\/archive/m)
    expect(out).toMatch(/^No warnings\.$/m)
    expect(out).toMatch(/^Not looked at: .*`npm run plan -- --server <address>`/m)
  })

  it('is held to the rights that were read, and says first how to accept a difference', async () => {
    writeFileSync(join(folder, 'access.lock'), '# nothing\n')
    const { code, err } = await run('check')
    expect([code, err.split('\n')[0]]).toEqual([1, expect.stringContaining('npm run check -- --update')])
    rmSync(join(folder, 'access.lock'))
  })

  it('reads demo data as a start does', async () => {
    const demo = join(folder, 'demo')
    mkdirSync(demo)
    const write = (file: string, value: object) => writeFileSync(join(demo, file), JSON.stringify(value))
    write('accounts.json', { password: 'Demo@123456', accounts: {} })
    write('branch.json', { entity: 'branch', columns: ['key', 'name'], rows: [['N1', 'North']] })
    const columns = ['key', 'title', 'genre', 'branch', 'cover']
    const book = (picture: string) => ({ entity: 'book', columns, rows: [['B1', 'Emma', 'novel', '$N1', [picture]]] })
    write('book.json', book('photo Front.jpg'))
    expect((await run('check')).out).toContain('The demo data in 2 tables fits.')
    write('book.json', book('cover.jpg'))
    const { code, err } = await run('check')
    expect([code, err]).toEqual([1, expect.stringMatching(/^demo\/book\.json: "cover\.jpg" is no file; write /)])
    rmSync(demo, { recursive: true })
  })

  it('writes nothing that does not compile', async () => {
    const { code, err } = await run('new', 'screen', 'people', 'lending', '--entity', 'book')
    expect(code).toBe(1)
    expect(err).toMatch(/duplicate-route[^]*Nothing was written/)
    expect(existsSync(join(folder, 'people', 'lending.screen.json'))).toBe(false)
    expect((await run('new', 'entity', 'nowhere', 'thing')).err).toContain('There is no module nowhere')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })
})

describe('a folder with problems', () => {
  it('is told with all of them, code 1 and no stack', () => {
    writeFileSync(
      join(folder, 'lending', 'Bad.screen.json'),
      '{ "path": "/bad", "title": ["坏", "Bad"], "kind": "list", "entity": "bok", "columns": ["title"] }',
    )
    const { code, err } = runAlone('routes')
    expect(code).toBe(1)
    expect(err).toContain('lending/Bad.screen.json:1:68  error unknown-entity')
    expect(err).toContain('1 problem in 1 file.')
    expect(err).not.toMatch(/^\s+at /m)
    rmSync(join(folder, 'lending', 'Bad.screen.json'))
  })
})

describe('npm run rename', () => {
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')

  it('writes the new name and names what may still mean the former one', async () => {
    writeFileSync(join(folder, 'access.lock'), '# nothing\n')
    const { code, out } = await run('rename', 'code', 'genre.novel', 'fiction')
    expect([code, out]).toEqual([0, expect.stringMatching(/^Renamed code novel to fiction in 1 file\.\n/)])
    expect(out).toMatch(/Still to be accepted: \d\d+ lines[^]*still in lending\/lending\.settings\.json: look whether/)
    expect(textOf('lending/genre.dictionary.json') + textOf('access.lock')).toMatch(/"fiction": \{[^]*# nothing\n$/)
  })

  it('writes nothing where the name is taken', async () => {
    const before = textOf('lending/book.entity.json')
    const { err } = await run('rename', 'field', 'book.title', 'author')
    expect(err).toBe('There is already a field author. Nothing was written.\n')
    expect(textOf('lending/book.entity.json')).toBe(before)
  })
})
