/** What the page keeps in the browser between visits. Where that is forbidden it forgets, and works all the same. */
const PREFIX = "truquero.";
export function kept(what) {
    try {
        return localStorage.getItem(PREFIX + what);
    }
    catch {
        return null;
    }
}
export function keep(what, value) {
    try {
        localStorage.setItem(PREFIX + what, value);
    }
    catch {
        // Private windows of some browsers allow no storage.
    }
}
