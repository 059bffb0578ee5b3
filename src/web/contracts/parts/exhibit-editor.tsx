/** The editor of an exhibit in rich text: headings, lists, bold, links and tables, and nothing else. A chunk of its own. */
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Markdown } from '@tiptap/markdown'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { linkTarget, MOST_COLUMNS } from '#domain/contracts/exhibit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-input.tsx'

const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    italic: false,
    strike: false,
    underline: false,
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: url => linkTarget(url) !== undefined,
    },
  }),
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  Markdown,
]

/** Writes an exhibit; `onChange` hears its Markdown. Plain text that it begins with stays the letters that it is. */
export function ExhibitEditor({
  id,
  labelledBy,
  describedBy,
  value,
  plain,
  onChange,
}: {
  id: string
  labelledBy: string
  describedBy: string
  /** What it begins with; the editor keeps what is typed from then on. */
  value: string
  /** Whether that is plain text. */
  plain: boolean
  onChange: (markdown: string) => void
}) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    injectCSS: false,
    content: plain ? asDocument(value) : value,
    ...(plain ? {} : { contentType: 'markdown' as const }),
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        class: 'rich-text',
        dir: 'auto',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.getMarkdown().trim()),
  })
  return (
    <div className="rich">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="rich-room" />
    </div>
  )
}

function asDocument(text: string) {
  return {
    type: 'doc',
    content: text.split('\n').map(line => ({
      type: 'paragraph',
      content: line === '' ? [] : [{ type: 'text', text: line }],
    })),
  }
}

type Verb = {
  readonly key:
    | ('h1' | 'h2' | 'h3' | 'bold' | 'bullets' | 'numbers' | 'table')
    | ('rowAfter' | 'columnAfter' | 'deleteRow' | 'deleteColumn' | 'deleteTable')
  readonly isOn?: boolean
  readonly does: () => void
}

function Toolbar({ editor }: { editor: Editor }) {
  const t = useTranslations('contracts.form.editor')
  const [linking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h1: now.isActive('heading', { level: 1 }),
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      link: now.isActive('link'),
      table: now.isActive('table'),
    }),
  })
  const chain = () => editor.chain().focus()
  const verbs: readonly Verb[] = [
    ...([1, 2, 3] as const).map(level => ({
      key: `h${level}` as const,
      isOn: on[`h${level}`],
      does: () => chain().toggleHeading({ level }).run(),
    })),
    { key: 'bold', isOn: on.bold, does: () => chain().toggleBold().run() },
    { key: 'bullets', isOn: on.bullets, does: () => chain().toggleBulletList().run() },
    { key: 'numbers', isOn: on.numbers, does: () => chain().toggleOrderedList().run() },
    ...(on.table
      ? []
      : [
          {
            key: 'table' as const,
            does: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
          },
        ]),
  ]
  return (
    <>
      <div className="rich-bar" role="toolbar" aria-label={t('toolbar')}>
        {verbs.map(verb => (
          <Tool key={verb.key} verb={verb} />
        ))}
        <button
          type="button"
          className="tool"
          aria-pressed={on.link}
          onClick={() => setLinking(!linking)}
        >
          {t('link')}
        </button>
        {on.table && tableVerbs(editor).map(verb => <Tool key={verb.key} verb={verb} />)}
      </div>
      {linking && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

function Tool({ verb: { key, isOn, does } }: { verb: Verb }) {
  const t = useTranslations('contracts.form.editor')
  return (
    <button type="button" className="tool" aria-pressed={isOn} onMouseDown={stay} onClick={does}>
      {t(key)}
    </button>
  )
}

function tableVerbs(editor: Editor): readonly Verb[] {
  const chain = () => editor.chain().focus()
  return [
    { key: 'rowAfter', does: () => chain().addRowAfter().run() },
    {
      key: 'columnAfter',
      does: () => {
        const { $from } = editor.state.selection
        const table = Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1)).find(
          node => node.type.name === 'table',
        )
        if ((table?.firstChild?.childCount ?? 0) < MOST_COLUMNS) chain().addColumnAfter().run()
      },
    },
    { key: 'deleteRow', does: () => chain().deleteRow().run() },
    { key: 'deleteColumn', does: () => chain().deleteColumn().run() },
    { key: 'deleteTable', does: () => chain().deleteTable().run() },
  ]
}

/** A press on a tool leaves the keys with the text. */
function stay(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

/** Where the selected words lead; said where that is nowhere that an exhibit may lead. */
function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useTranslations('contracts.form.editor')
  const [url, setUrl] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [wrong, setWrong] = useState(false)
  const set = () => {
    const href = linkTarget(url.trim())
    if (!href) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    const bare = editor.state.selection.empty && !editor.isActive('link')
    if (bare)
      chain
        .insertContent({
          type: 'text',
          text: url.trim(),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    else chain.setLink({ href }).run()
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onDone()
  }
  return (
    <div className="rich-link">
      <TextField
        id="exhibit-link"
        label={t('url')}
        required
        inputMode="url"
        placeholder="https://"
        error={wrong ? t('wrongUrl') : undefined}
        value={url}
        onChange={event => {
          setUrl(event.target.value)
          setWrong(false)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <div className="row g8">
        <Button size="sm" onClick={set}>
          {t('setLink')}
        </Button>
        <Button size="sm" variant="secondary" onClick={remove}>
          {t('removeLink')}
        </Button>
      </div>
    </div>
  )
}
