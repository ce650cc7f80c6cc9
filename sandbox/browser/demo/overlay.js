/* Runs in every page that the demo shows: a caption at the bottom, and the pointer. */
(() => {
	const { document } = globalThis;

	const placed = (id, style) => {
		const known = document.getElementById(id);
		if (known) return known;
		const element = document.createElement('div');
		element.id = id;
		element.setAttribute('aria-hidden', 'true');
		element.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;${style}`;
		document.body.append(element);
		return element;
	};

	globalThis.demo = {
		caption(text) {
			const caption = placed(
				'demo-caption',
				'left:50%;bottom:28px;transform:translateX(-50%);max-width:70%;padding:12px 22px;' +
					'border-radius:10px;background:rgba(20,24,40,.92);color:#fff;text-align:center;' +
					'font:500 22px/1.35 system-ui,sans-serif;box-shadow:0 4px 18px rgba(0,0,0,.3)',
			);
			caption.textContent = text;
			globalThis.name = text;
			caption.style.display = text === '' ? 'none' : 'block';
		},
		/** The window's name is what stays when another page is opened in it. */
		captionOfLastPage() {
			this.caption(globalThis.name);
		},
		pointer(x, y) {
			const pointer = placed(
				'demo-pointer',
				'width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;' +
					'background:rgba(255,109,90,.55);border:2px solid #ff6d5a;' +
					'transition:left .35s ease,top .35s ease',
			);
			pointer.style.left = `${x}px`;
			pointer.style.top = `${y}px`;
		},
	};
	document.addEventListener('DOMContentLoaded', () => globalThis.demo.captionOfLastPage());
})();
