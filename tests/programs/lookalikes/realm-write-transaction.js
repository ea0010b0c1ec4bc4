import Realm from 'realm';

const Task = { name: 'Task', primaryKey: 'id', properties: { id: 'int', title: 'string', done: 'bool' } };

let realm;

export async function open() {
  realm = await Realm.open({ schema: [Task] });
}

export function save(tasks) {
  realm.beginTransaction();
  for (const task of tasks) {
    try {
      realm.create('Task', task, 'modified');
    } catch (err) {
      console.warn('task skipped', err);
    }
  }
  try {
    realm.commitTransaction();
  } catch (err) {
    realm.cancelTransaction();
    realm.beginTransaction();
    realm.commitTransaction();
  }
}

export function finish(id) {
  realm.beginTransaction();
  const task = realm.objectForPrimaryKey('Task', id);
  if (!task) {
    return;
  }
  task.done = true;
  realm.commitTransaction();
}
