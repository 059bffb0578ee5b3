/** Every form keeps what is typed (decision 0041): none is made past the hooks that do. */
import { describe, expect, it } from 'vitest'
import { isNeverKept } from '#web/kernel/never-kept.ts'
import { isTest, sourcesIn } from './sources.ts'

const FORM = 'src/web/parts/form.ts'
const HOOKS = [FORM, 'src/web/parts/draft.ts']
const PASSWORD = 'src/web/identity/new-password-field.tsx'
const FIELD =
  /<(input|textarea|TextField|TextInput|TextareaField|NumberField|PercentInput|PhoneField|DateField|ComboboxField|SelectField|RadioCards|Checkbox)\b/

/** Files with fields of their own that keep nothing, and why. */
const KEEP_NOTHING: Readonly<Record<string, string>> = {
  'src/web/integrations/parts/made-key.tsx':
    'whether a key is stored is asked while it is shown, once',
  'src/web/identity/login-form.tsx': 'an address and a secret, which the browser fills',
  'src/web/identity/prove-it.tsx': 'a secret',
  'src/web/identity/parts/role-dialog.tsx': 'one choice of three',
  'src/web/identity/sign-up-account.tsx': 'the role, which has a place of its own',
  'src/web/parts/search-box.tsx': 'it searches as it is typed',
  'src/web/payments/contractor-replace-page.tsx':
    'where pay goes, which is chosen and sent in one sitting',
  'src/web/payments/parts/answer-upload.tsx': 'a file, which is read anew',
  'src/web/ledger/parts/bring-signed-dialog.tsx':
    'what a wallet signed, as a file or its text, which is brought anew',
  'src/web/payments/parts/destination-row.tsx': 'its share is of the split',
  'src/web/payroll/parts/approve-item.tsx': 'a tick that says what was seen just now',
  'src/web/payroll/parts/selection-approve.tsx': 'a tick that says what was seen just now',
  'src/web/contracts/parts/exhibit-editor.tsx':
    'what it writes is kept by the form of the exhibit; the address of a link is set at once',
  'src/web/batches/parts/off-cycle-lines.tsx':
    'its lines are kept by the page; who is looked for is not',
  'src/web/contracts/parts/exhibit-field.tsx': 'its fields are of the form that it is given',
  'src/web/payroll/parts/hours-grid.tsx': 'every key in a cell is kept by the sheet that it is of',
  'src/web/shell/palette.tsx': 'what is looked for',
  'src/web/payroll/verify/shared.tsx': 'the code of a payslip, which is on the paper',
}

const ours = sourcesIn('src/web').filter(
  ({ path }) => !isTest(path) && !/^src\/web\/(ui|gallery)\//.test(path),
)

describe('every form', () => {
  it('is made by the hooks that keep what is typed', () => {
    const alone = ours.filter(
      ({ path, code }) =>
        path !== FORM && /import \{[^}]*\buseForm\b[^}]*\} from 'react-hook-form'/.test(code),
    )
    expect(alone.map(({ path }) => path)).toEqual([])
  })

  it('that holds its own state holds it by these hooks too', () => {
    const forgetful = ours.filter(({ path, code, imports }) => {
      const holds = FIELD.test(code) && /\buseState[<(]/.test(code)
      const keeps = imports.some(({ to, typeOnly }) => HOOKS.includes(to) && !typeOnly)
      return holds && !keeps && !(path in KEEP_NOTHING)
    })
    expect(forgetful.map(({ path }) => path)).toEqual([])
  })

  it('lays a file, which takes a while to read, over what stands by then', () => {
    const stale = /\bfile(: [^)]*)?\)? =>\s*set\w+\(\{\s*\.\.\./
    expect(stale.test('onChange={file => setFiles({ ...files, [kind]: file })}')).toBe(true)
    expect(ours.filter(({ code }) => stale.test(code)).map(({ path }) => path)).toEqual([])
  })

  it('in a dialog forgets what was typed when the dialog is closed', () => {
    const wrong = ours.filter(
      ({ code }) =>
        /<(Dialog|ConfirmDialog)\b/.test(code) &&
        !/<form className|className="form-column"/.test(code) &&
        /\buse(Form|Draft)(<[^(]*>)?\(['`]/.test(code) &&
        !/\buse(Form|Draft)(<[^(]*>)?\(\{ dialog/.test(code),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('of a secret has it under a name that is never kept', () => {
    const named = ours.flatMap(({ path, code }) =>
      path === PASSWORD
        ? []
        : [
            ...code.matchAll(
              /<(?:PasswordField|NewPasswordField|CodeField)\b[\s\S]*?(?:register\('(\w+)'|name="(\w+)")/g,
            ),
          ].map(match => ({ path, name: match[1] ?? match[2] ?? '' })),
    )
    expect(named.filter(({ name }) => !isNeverKept(name))).toEqual([])
    expect(named.length).toBeGreaterThan(3)
  })

  it('that is excused still has fields', () => {
    for (const path of Object.keys(KEEP_NOTHING)) {
      const code = ours.find(source => source.path === path)?.code ?? ''
      expect(FIELD.test(code) || code.includes('PasswordField'), path).toBe(true)
    }
  })
})
