import type { Kit, Question } from '../kit.ts';
import { h } from './dom.ts';
import { actions, button } from './parts.ts';

/**
 * Asks once before something that cannot be undone. The dialog keeps the focus, which begins on the harmless button;
 * Escape is that button. A screen that follows meanwhile removes the dialog with the screen before.
 *
 * @param root holds the screen
 * @param then is called after yes
 */
export function askToConfirm(kit: Kit, root: HTMLElement, question: Question, then: () => void): void {
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const stay = button(kit, question.no, close);
  const leave = () => {
    close();
    then();
  };
  const dialog = h(
    'dialog',
    {
      class: 'sure',
      role: 'alertdialog',
      'aria-labelledby': 'sure-title',
      'aria-describedby': 'sure-lead',
      // A dialog around the whole SDK would close as well.
      onkeydown: (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation(),
      onclose: () => dialog.remove(),
    },
    kit.words('h2', question.title, { id: 'sure-title' }),
    kit.words('p', question.lead, { id: 'sure-lead', class: 'lead' }),
    actions(kit, stay, button(kit, question.yes, leave, { second: true })),
  );
  root.append(dialog);
  dialog.showModal();
  stay.focus();
}
