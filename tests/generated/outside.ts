// How do rules come to run for what is outside? Programs that call with a key, and other systems that a screen signs in
// to, with which an entity keeps its records alike.
import type { Chance } from '../../scripts/demo/chance'
import { canOpen } from '../../src/manifest/access/permissions'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import { issueKey } from '../../src/server/auth/apiKeys'
import type { Actor, People } from './act'
import type { Arranger, Scene } from './arrange'
import type { Within } from './within'

type Arrangement = (scene: Scene) => Promise<void>

export class Outside {
  constructor(
    private readonly app: App,
    private readonly within: Within,
    private readonly arranger: Arranger,
    private readonly actor: Actor,
    private readonly people: People,
    private readonly chance: Chance,
  ) {}

  /** A program calls with a key whose record is arranged, or with one of a service account that is. */
  async callByKey(arrange: Arrangement, { isAccount }: { readonly isAccount: boolean }): Promise<void> {
    const keys = this.app.access.apiKeys
    const { rows } = this.arranger
    const record = keys && (await rows.any(keys.entity))
    if (record?.id === undefined) return
    const caller = this.chance.one([...this.people.values()])
    const account = isAccount ? await rows.any(this.app.access.identity.accountEntity) : undefined
    const field = keys?.serviceAccounts?.accountField
    if (field !== undefined) await rows.set(record, [field], account?.id ?? null)
    const judged = account ?? record
    await arrange({ ...this.actor.around(caller), record: judged, this: judged })
    const token = await issueKey(this.within.query, record.id, account?.id ?? Number(caller.me.id))
    await this.within.callWith(token, '/api/dashboard', { screen: '/dashboard' })
  }

  /**
   * A person opens a screen that signs in to another system, whose records are brought and sent, and goes over to it.
   * `entity`: whose records; any if absent.
   */
  async signIn(entity: string | undefined, arrange: Arrangement): Promise<void> {
    const { entities, screens } = this.app
    const { rows } = this.arranger
    const able = everyScreen(screens)
      .filter((screen) => screen.signInTo !== undefined && (entity === undefined || screen.entity === entity))
      .flatMap((screen) =>
        [...this.people]
          .filter(([, caller]) => caller.tenant.id !== undefined && canOpen(this.app, caller, screen))
          .map(([role, caller]) => ({ screen, role, caller })),
      )
    if (able.length === 0) return
    const { screen, role, caller } = this.chance.one(able)
    const around = this.actor.around(caller)
    const name = entity ?? screen.entity
    const sync = name === undefined ? undefined : entities[name]!.sync
    const record = sync ? await rows.any(name!) : undefined
    const scene = { ...around, ...(record && { record, this: record }) }
    if (record && this.app.entities[record.entity]!.perTenant)
      await rows.set(record, [this.app.access.identity.tenantEntity], caller.tenant.id)
    if (sync?.send) await this.arranger.hold(sync.send.where.node, true, scene)
    await arrange(scene)
    await this.within.teller.call(role, '/api/integration', { screen: screen.path, again: true })
    await this.within.teller.call(role, '/api/integration/launch', {})
  }
}
