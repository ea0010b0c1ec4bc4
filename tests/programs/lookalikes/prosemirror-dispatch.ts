import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

const queue: Transaction[] = [];

export const wrap: Command = (state, dispatch) => {
  const transaction = state.tr;
  try {
    transaction.setMeta('begin', Date.now());
    transaction.insertText('>', 0);
    dispatch?.(transaction);
  } catch (error) {
    console.warn('not wrapped', error);
    dispatch?.(state.tr.setMeta('abort', true));
    return false;
  }
  return true;
};

export function send(view: EditorView, transaction: Transaction): void {
  try {
    view.dispatch(transaction);
  } catch (error) {
    if (error instanceof RangeError) {
      queue.push(transaction);
      send(view, view.state.tr);
    }
  }
}

export function commit(view: EditorView): EditorState {
  let { state } = view;
  for (const transaction of queue.splice(0)) {
    state = state.apply(transaction);
  }
  view.updateState(state);
  return state;
}
