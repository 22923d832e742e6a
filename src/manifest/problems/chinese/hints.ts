// Hints of problems in Chinese, by the English sentence; braces contain the author's own words.
export const chineseHints: Readonly<Record<string, string>> = {
  'Did you mean {name}?': '是否想写 {name}？',
  'Known here: {names}. A text is written in quotes: {text}.': '这里可用：{names}。文字要写在引号里：{text}。',
  'Known here: {names}.': '这里可用：{names}。',
  'Known: {names}.': '可用：{names}。',
  'What fits: {names} and {count} more.': '合适的有：{names}，另有 {count} 个。',
  'Renamed in {file}: write {name}.': '已在 {file} 中改名：请写 {name}。',
  'What fits: {names}.': '合适的有：{names}。',
  'The nearest of {count} codes and words: {names}.': '共 {count} 个权限码和词，最接近的是：{names}。',
  'The nearest of {count} addresses: {names}.': '共 {count} 个地址，最接近的是：{names}。',
  'It is used in {place}.': '用在 {place}。',
  'In {transition}, which this check names.': '问题出在此检查列出的 {transition} 中。',
  'Write {name}, the record, or {other}, its value.': '写 {name} 表示记录，写 {other} 表示它的值。',
  'Write {json}, or leave it out where no account is excluded.': '写 {json}；不排除任何人时不写。',
  'Write {name} in quotes: a rule is a text.': '给 {name} 加上引号：规则是文字。',
  'Write {name} without quotes.': '写 {name}，不加引号。',
  'Write {name}: a bare name is a field of the record here.': '写 {name}：这里不带前缀的名称就是记录的字段。',
  'Write {name}: the record of that id.': '写 {name}：该 ID 的记录。',
  'Write {name}: a leading - sorts descending, nothing ascending.': '写 {name}：前面的 - 表示降序，不写表示升序。',
  'Write {name}: {this}': '写 {name}：{this}',
  'Write a block {block} in `blocks`.': '在 `blocks` 里写一个区块 {block}。',
  'Write the name of the integration.': '写对接的名称。',
  'Write which one: {example}.': '请写明是哪一个：{example}。',
  'Write which one in `reference`.': '请在 `reference` 里写明是哪一个。',
  'Write `labelField` with the field that names a record.': '写 `labelField`，指明用哪个字段作为记录的名称。',
  'Write {json} beside `items`; `npm run rename` renames in all files and writes it.':
    '在 `items` 旁边写 {json}；`npm run rename` 会改好所有文件并写上它。',
  'Write {json} in the entity, beside `fields`; for a field of lines, {other} beside `fields` of the lines.':
    '在实体里与 `fields` 并列写 {json}；明细的字段则在明细的 `fields` 旁边写 {other}。',
  'Write {json} in the entity, beside `fields` (of lines: {other}); `npm run rename` renames in all files and writes it.':
    '在实体里与 `fields` 并列写 {json}（明细：{other}）；`npm run rename` 会改好所有文件并写上它。',
  'Write {json} in the entity, beside `states`; `npm run rename` renames in all files and writes it.':
    '在实体里与 `states` 并列写 {json}；`npm run rename` 会改好所有文件并写上它。',
  'Write {json} if nothing waits for it any more.': '如果不再有什么等着它，就写 {json}。',
  'Write {json}, or waive it where all of them may see all.': '写 {json}；如果这些人本来就可以看到全部，则写豁免。',
  'Write in app.json which kind of message a person gets who is named in a note.':
    '在 app.json 里写明被备注提到的人收到哪一种消息。',
  'Write && for "and".': '“并且”写作 &&。',
  'Write || for "or".': '“或者”写作 ||。',
  'Write ! for "not".': '“非”写作 !。',
  '"{name}" is a rule about a record of {entities}, and this place has none.':
    '"{name}" 是关于 {entities} 记录的规则，而这里没有记录。',
  'Write the condition out, or put the rule into `rules` of app.json.':
    '请直接写出条件，或把规则放进 app.json 的 `rules`。',
  'Write {name}.': '写 {name}。',
  'Two values are compared with ==.': '比较两个值用 ==。',
  'A share is written as a number: {share} for {percent}.': '比例写成数字：{percent} 写作 {share}。',
  'A text stands between single quotes.': '文字写在单引号里。',
  'A text stands between single quotes, and operators are ASCII characters.': '文字写在单引号里，运算符用英文字符。',
  'A text is written in quotes: {text}.': '文字要写在引号里：{text}。',
  'A text is written in quotes; number(…) and text(…) convert.': '文字要写在引号里；用 number(…) 和 text(…) 转换。',
  'A state is written in quotes: {text}.': '状态要写在引号里：{text}。',
  'A day has no parts: {month} gives {form}, {weekday} 1 to 7.':
    '日期没有部分：{month} 得到 {form}，{weekday} 得到 1 到 7。',
  'A path leads through references, not into lines: make them an entity of their own where one has to reach them.':
    '路径只能经过引用，不能进入明细：需要从别处到达明细时，请把它做成单独的实体。',
  'In {language} a word is the same for every number: write it beside the value.':
    '{language} 的词不随数量变化：直接写在数值旁边。',
  'In {language} a word has {count} forms for a number: {forms}.': '{language} 的词随数量有 {count} 种形式：{forms}。',
  'A placeholder is a name: let a field `compute` the value, and write its name.':
    '占位符是名称：用一个字段 `compute` 算出这个值，再写它的名称。',
  'Compare a state, or a field that a transition or a job sets when the time has come.':
    '请比较状态，或比较到时由操作或自动任务写入的字段。',
  'A job fills in no form: give it a `default`, or run a transition that does not require it.':
    '自动任务不填表单：给它 `default`，或者执行不要求它的操作。',
  'A field is asked for in `form`.': '字段在 `form` 里填写。',
  'A record is compared with a record; another value is compared with a field of it, after a point.':
    '记录只能与记录比较；要与其他值比较，请在点号后写它的字段。',
  'A report whose `period` is month, quarter or year has `period.from` and `period.to`.':
    '`period` 为月、季度或年的报表有 `period.from` 和 `period.to`。',
  'A transition has a remark with {required} or {optional}.': '操作写了 {required} 或 {optional} 才有备注。',
  'A rule reads lines only with size(…).': '规则只能用 size(…) 读取明细。',
  'A rule reads lines only with size(…); declare an aggregate over the lines of this record.':
    '规则只能用 size(…) 读取明细；请在本记录的明细上声明汇总。',
  'Lines of other records are counted by an aggregate too, as `order.lines`.':
    '其他记录的明细也由汇总来统计，例如 `order.lines`。',
  'Write what is asked of them as an `aggregate` with `every`, `exists`, `count` or `sum`, in a field or in `vars`, and read that.':
    '把要问的写成带 `every`、`exists`、`count` 或 `sum` 的 `aggregate`，放在字段或 `vars` 里，再读取它。',
  'Add it to `values`.': '把它加到 `values`。',
  'Add "system" to its permissions.': '在它的权限里加上 "system"。',
  'Add "system" to its permissions in {file}.': '在 {file} 里给它的权限加上 "system"。',
  'Codes stand here, not roles: each role that holds one of them is given {code} once.':
    '这里写权限码，不写角色：持有其中任何一个的角色会得到一次 {code}。',
  '`npm run explain -- <role>` names those that a role of the demo data holds.':
    '`npm run explain -- <role>` 列出演示数据中某个角色持有的权限码。',
  'Compare it: x != null': '请比较：x != null',
  'Compare with null.': '请与 null 比较。',
  'Digits with - between them are a subtraction.': '数字之间的 - 是减法。',
  'A day is a field, today() or addDays(today(), 7).': '日期是字段、today() 或 addDays(today(), 7)。',
  'Every folder of manifests is a module.': '每个配置文件夹都是一个模块。',
  'Give it {codes}: {held}.': '给它 {codes}：{held}。',
  'Give it: {example}.': '给出它：{example}。',
  'Give this field the same {mask}.': '给这个字段同样的 {mask}。',
  'A field of a line has no mask: leave the value out, or make the lines an entity of their own.':
    '行里的字段没有掩码：不要取这个值，或者让这些行成为一个实体。',
  'A table of PostgreSQL takes no more. Keep what belongs together in lines, or in an entity of its own.':
    'PostgreSQL 的一张表最多只能这么多。请把同类内容放进明细，或放进单独的实体。',
  'Give the view another name.': '请给这个视图另起名称。',
  'It asks a field {name} like that of {entity}.': '它要填写与 {entity} 相同的字段 {name}。',
  'Put it into the folder of its module.': '请放到所属模块的文件夹里。',
  'It takes `false`.': '它可以写 `false`。',
  'Its `signIn` declares how the server signs in.': '它的 `signIn` 写明服务端如何登录。',
  'Its query speaks of a record: {json}.': '它的参数用到一条记录：{json}。',
  'Leave it out: who may read it can open the record. Or send the message `toPermissions` alone: {names}.':
    '去掉它：有权查看的人可以打开记录。或只用 `toPermissions` 发送：{names}。',
  'Leave it out: nothing masks a text, and who may read the value can open the record.':
    '去掉它：文字不会打码，有权查看的人可以打开记录。',
  'Leave it out: the form shows it by itself, below its fields, as soon as what it reads is filled in.':
    '不用写：它所读的内容填好后，表单会在字段下方自动显示它。',
  'Let it lead `to` another state, or write in its `set` a field that `where` reads, such as a day that is null before.':
    '让它 `to` 另一个状态，或者在 `set` 里写入 `where` 读取的字段，比如原本为空的日期。',
  'Keep who did it in a field (`set` of {name}, with `me.id`), and name that field in `fourEyes`.':
    '用字段记下是谁发起的（在 {name} 的 `set` 里写 `me.id`），并在 `fourEyes` 里写该字段。',
  'Write {json} at {name}.': '在 {name} 写 {json}。',
  'Let `rowScope.tenantWhere` of {target} say which of its records the whole tenant reaches.':
    '在 {target} 的 `rowScope.tenantWhere` 里写明全租户可见哪些记录。',
  'Let its `where` say {own} or {mine}, or name in `lock` the reference whose records are counted.':
    '让它的 `where` 写 {own} 或 {mine}，或者在 `lock` 里写上被统计记录所属的引用。',
  'Name it in `fieldSets` of an entity of this module, or take it away.':
    '在本模块某个实体的 `fieldSets` 里写上它，或者删掉它。',
  'Offer it in the `related` part of the detail view, or on a screen over its own entity.':
    '放到详情的 `related` 部分，或放到它自己实体的页面上。',
  'Only == and != compare with null.': '只有 == 和 != 能与 null 比较。',
  'Records of an entity without `states` cannot be changed: to change them, declare states and write `from`.':
    '没有 `states` 的实体不能修改：要修改请声明状态并写 `from`。',
  'To change records write the states in which it can run: {json}.': '要修改记录，请写明可以执行的状态：{json}。',
  'To create them in a further way: {json}.': '如果要用另一种方式新建：{json}。',
  'References to {entity}: {names}.': '引用 {entity} 的字段：{names}。',
  'The engine gives it; the transition must ask it.': '系统会给出它；操作必须要求填写它。',
  'The field of the counted record that is this dimension of the report.': '被统计记录中对应报表这一维度的字段。',
  'The first is {address}.': '第一处是 {address}。',
  'The form has no fields: leave `field` out, or name the field in `form`.':
    '表单没有字段：去掉 `field`，或者在 `form` 里写上这个字段。',
  'The entity declares no states.': '这个实体没有声明状态。',
  'The languages of app.json: {languages}.': 'app.json 里的语言：{languages}。',
  'The record is named by its fields here; the record itself is `id`.': '这里直接写记录的字段；记录本身是 `id`。',
  'The state of the new record: {states}.': '新记录的状态：{states}。',
  'One that changes records has `from`.': '修改记录的操作要有 `from`。',
  'The word {word} has no meaning here; known: {words} and the codes of access.json.':
    '词 {word} 在这里没有意义；可用：{words}，以及 access.json 里的权限码。',
  'The word {word} has no meaning here; write a code of access.json.':
    '词 {word} 在这里没有意义；请写 access.json 里的权限码。',
  '`to` says the new state.': '新状态写在 `to` 里。',
  '{name} is the record whose field this is.': '{name} 才是这个字段所在的记录。',
  'A span of time is a number of days: addDays(now(), -1) is a day ago.':
    '时间长度按天数写：addDays(now(), -1) 是一天之前。',
  'addDays(day, number) gives a later day.': 'addDays(day, number) 得到之后的日期。',
  'date(…) gives the day of a moment.': 'date(…) 得到某一时刻的日期。',
  'month(…) gives the month, text(…) the whole value as a text.': 'month(…) 得到月份，text(…) 把整个值变成文字。',
  'text(…) makes a text of a value.': 'text(…) 把值变成文字。',
  'A field, or a field of a referenced record: {name}.': '字段，或被引用记录的字段：{name}。',
  'A name: letters and digits, beginning with a letter.': '名称：字母和数字，以字母开头。',
  'list: what is shown of each record. form: the records of the screen stand below it.':
    'list：每条记录显示什么。form：页面的记录显示在它下方。',
  'The module declares no `fieldSets` in module.json.': '模块在 module.json 里没有声明 `fieldSets`。',
  'Put {file} beside the folders of the modules.': '请把 {file} 与各模块的文件夹放在一起。',
  'Put it directly into the folder of its module.': '请直接放到所属模块的文件夹里。',
  'Known: {kinds}; beside the modules {files}.': '可用：{kinds}；与模块并列的有 {files}。',
  'size(…) counts them.': 'size(…) 得到它们的个数。',
  'contains(text, {part}) looks for a part of a text.': 'contains(text, {part}) 查找文字的一部分。',
  'It is a group of states: state in [{group}].': '它是一组状态：写 `state in [{group}]`。',
  'Only functions: {names}.': '只有这些函数：{names}。',
  'Write {call} with the value as the first argument.': '写 {call}，值作为第一个参数。',
  'A path such as author.name begins with a name.': '像 author.name 这样的路径以名称开头。',
  'The nearest of {count} codes: {names}.': '共 {count} 个权限码，最接近的是：{names}。',
  'self, unit, tenant or all.': 'self、unit、tenant 或 all。',
}
